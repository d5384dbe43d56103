// Reads a new answer to those who use a screen reader, on a phone brings the question back to the top, gives the focus
// back to the question box, and opens a source at the words that are cited.

const NARROW = "(max-width: 880px)"; // as in page.css
const QUOTED = ".stMarkdownColoredBackground";
const OPENS_MS = 300; // an expander takes this long to open
let latest = "";

export default function ({ data, parentElement }) {
  watch();
  if (!data.id || data.id === latest) return;
  latest = data.id;
  parentElement.querySelector(".announcement").textContent = data.text;
  // An answer that only got its live prices stays where the reader has it.
  if (data.still) return;
  returnFocus();
  if (window.matchMedia(NARROW).matches) document.querySelector(".st-key-ask")?.scrollIntoView({ block: "start" });
}

// After a button the next question can be typed at once. A finger would only get its keyboard over the answer; whoever
// was at a button that is gone goes on at the new question, not at the top of the page.
function returnFocus() {
  if (window.matchMedia("(pointer: coarse)").matches) {
    const asked = document.querySelector(".st-key-ask");
    if (!asked || document.activeElement !== document.body) return;
    asked.tabIndex = -1;
    asked.focus({ preventScroll: true });
    return;
  }
  document.querySelector('.st-key-question textarea')?.focus({ preventScroll: true });
}

// The mark of a source in the answer, "[1]", opens that source and shows the first of its words that carry the sentence.
function openSource(event) {
  const number = event.target.closest?.('a[href^="#source-"]')?.hash.slice("#source-".length);
  if (!number) return;
  event.preventDefault();
  const source = document.querySelector(`[class*="st-key-source-"][class*="-${number} "] details`);
  if (!source) return;
  if (!source.open) source.querySelector("summary").click();
  source.querySelector("summary").focus({ preventScroll: true });
  setTimeout(() => (source.querySelector(QUOTED) ?? source).scrollIntoView({ block: "center" }), OPENS_MS);
}

// A row to swipe must be scrollable from the keyboard too, a chip must say what pressing it does, and "Compare" with
// which toy: set whenever the page changes, because its parts come one after the other.
let watching;

function watch() {
  reachable();
  if (watching) return;
  let due = false;
  document.addEventListener("click", openSource);
  watching = new MutationObserver(() => {
    if (due) return;
    due = true;
    setTimeout(() => {
      due = false;
      reachable();
    }, 100);
  });
  watching.observe(document.body, { childList: true, subtree: true });
}

// Gives buttons and boxes a name that is made of the words on them.
function call(parts, naming) {
  for (const part of parts) {
    const label = (part.closest("label") ?? part).querySelector("p")?.textContent;
    if (label && part.getAttribute("aria-label") !== naming(label)) part.setAttribute("aria-label", naming(label));
  }
}

function tellToy(around, title, which) {
  if (title) call(around.querySelectorAll(which), (label) => `${label}: ${title.textContent}`);
}

function reachable() {
  call(document.querySelectorAll(".st-key-chips button"), (label) => `Take back: ${label}`);
  for (const row of document.querySelectorAll('[class*="st-key-row-"][class*="-name"]')) {
    tellToy(row.parentElement.parentElement, row.querySelector('[data-testid="stText"]'), "button, input[type=checkbox]");
  }
  for (const card of document.querySelectorAll('[class*="st-key-card-"]')) {
    tellToy(card, card.querySelector("h2"), '[class*="st-key-go-"] input[type=checkbox]');
  }
  for (const row of document.querySelectorAll('[class*="st-key-list-"]')) {
    if (row.scrollWidth > row.clientWidth) row.tabIndex = 0;
  }
}
