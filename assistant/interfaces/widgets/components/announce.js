// Tells those who use a screen reader what is new, on a phone brings the question back to the top, takes the focus to
// where one goes on after an answer or in another view, and opens a source at the words that are cited.

const NARROW = "(max-width: 880px)"; // as in page.css
const BOX = ".st-key-question textarea";
const SCROLLED = [".st-key-shelf", '[data-testid="stMain"]'];
const HEADING = ".st-key-panel h1";
const QUOTED = ".stMarkdownColoredBackground";
const OPENS_MS = 300; // an expander takes this long to open
let latest = "";
let shown = "";
let told = "";
let ticked = "";
let moved = false; // whether the visitor has walked on with Tab since something was asked
let say;

export default function ({ data, parentElement }) {
  say = (text) => {
    parentElement.querySelector(".announcement").textContent = text;
  };
  watch();
  if (data.told && data.told !== told) say(data.told);
  told = data.told;
  arrive(`${data.view} ${data.talk}`);
  if (!data.id || data.id === latest) return;
  latest = data.id;
  say(data.text);
  // An answer that only got its live prices stays where the reader has it.
  if (data.still) return;
  returnFocus();
  if (window.matchMedia(NARROW).matches) document.querySelector(".st-key-ask")?.scrollIntoView({ block: "start" });
  else for (const part of SCROLLED) document.querySelector(part)?.scrollTo(0, 0);
}

// In another view one goes on at its heading, which is read out; in another conversation at the question box.
function arrive(place) {
  const before = shown;
  shown = place;
  if (!before || before === place) return;
  if (!told) say("");
  const heading = document.querySelector(HEADING);
  if (!heading) return returnFocus();
  stand(heading);
  // A browser that goes forward puts the page back to where it was scrolled when it was left.
  for (const ms of [0, OPENS_MS]) setTimeout(() => heading.scrollIntoView({ block: "end" }), ms);
}

// After a button the next question can be typed at once. A finger would only get its keyboard over the answer; whoever
// was at a button that is gone goes on at the new question, not at the top of the page; whoever walked on stays there.
function returnFocus() {
  if (moved && document.activeElement !== document.body) return;
  if (!window.matchMedia("(pointer: coarse)").matches) {
    document.querySelector(BOX)?.focus({ preventScroll: true });
  } else if (document.activeElement === document.body) {
    stand(document.querySelector(".st-key-ask") ?? document.querySelector(".st-key-bar h1"));
  }
}

function stand(place) {
  if (!place) return;
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
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

// Past the bar, to where one asks or, in another view, to its heading.
function skip(event) {
  if (!event.target.closest?.('[data-testid="stSkipToContent"]')) return;
  event.preventDefault();
  const box = document.querySelector(BOX);
  if (box) box.focus();
  else stand(document.querySelector(HEADING));
}

function noteMoves(event) {
  if (event.key === "Tab") moved = true;
  else if (event.key === "Enter" || event.key === " ") moved = false;
}

// A row to swipe must be scrollable from the keyboard too, a chip must say what pressing it does, "Compare" with which
// toy, and a table what its rows are about: set whenever the page changes, because its parts come one after the other.
let watching;

function watch() {
  reachable();
  if (watching) return;
  let due = false;
  document.addEventListener("click", openSource);
  document.addEventListener("click", skip);
  document.addEventListener("click", () => (moved = false));
  document.addEventListener("keydown", noteMoves, true);
  watching = new MutationObserver(() => {
    if (due) return;
    due = true;
    setTimeout(() => {
      due = false;
      reachable();
    }, 100);
  });
  watching.observe(document.body, { childList: true, characterData: true, subtree: true });
}

// Gives buttons and boxes a name that is made of the words on them.
function call(parts, naming) {
  for (const part of parts) {
    const label = (part.closest("label") ?? part).querySelector("p")?.textContent;
    if (label && part.getAttribute("aria-label") !== naming(label)) part.setAttribute("aria-label", naming(label));
  }
}

function name(part, label, role = "group") {
  if (part.getAttribute("aria-label") === label) return;
  part.setAttribute("role", role);
  part.setAttribute("aria-label", label);
}

function tellToy(around, title, which) {
  if (title) call(around.querySelectorAll(which), (label) => `${label}: ${title.textContent}`);
}

function reachable() {
  // How many toys are ticked shows at the end of the list, far from the box.
  const now = document.querySelector('[class*="st-key-ticked-"]')?.textContent ?? "";
  if (now && now !== ticked) say(now);
  ticked = now;
  call(document.querySelectorAll(".st-key-chips button"), (label) => `Take back: ${label}`);
  // The page itself is nothing to stop at.
  document.querySelector('[data-testid="stMain"]')?.setAttribute("tabindex", "-1");
  for (const answer of document.querySelectorAll('.st-key-words, .st-key-earlier [data-testid="stMarkdown"]')) name(answer, "Answer");
  for (const thumbs of document.querySelectorAll(".st-key-thumbs [role=radiogroup]")) name(thumbs, "Was this helpful?", "radiogroup");
  for (const mark of document.querySelectorAll('a[href^="#source-"]')) {
    mark.setAttribute("aria-label", `Source ${mark.hash.slice("#source-".length)}`);
  }
  // Streamlit names it by a label and by itself.
  for (const slider of document.querySelectorAll("input[type=range][aria-label]")) slider.removeAttribute("aria-labelledby");
  for (const row of document.querySelectorAll('[class*="st-key-row-"][class*="-name"]')) {
    tellToy(row.parentElement.parentElement, row.querySelector('[data-testid="stText"]'), "button, input[type=checkbox]");
  }
  for (const card of document.querySelectorAll('[class*="st-key-card-"]')) {
    tellToy(card, card.querySelector("h2"), '[class*="st-key-go-"] input[type=checkbox]');
  }
  for (const cell of document.querySelectorAll("[class*=st-key-card-] td:first-child")) cell.setAttribute("role", "rowheader");
  for (const row of document.querySelectorAll('[class*="st-key-list-"]')) {
    if (row.scrollWidth <= row.clientWidth) continue;
    row.tabIndex = 0;
    name(row, row.parentElement.parentElement.querySelector("h3")?.textContent ?? "Toys");
  }
}
