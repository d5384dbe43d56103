// Reads a new answer to those who use a screen reader, and on a phone brings the question back to the top.

const NARROW = "(max-width: 880px)"; // as in page.css
let latest = "";

export default function ({ data, parentElement }) {
  watch();
  if (!data.id || data.id === latest) return;
  latest = data.id;
  parentElement.querySelector(".announcement").textContent = data.text;
  // An answer that only got its live prices stays where the reader has it.
  if (!data.still && window.matchMedia(NARROW).matches) document.querySelector(".st-key-ask")?.scrollIntoView({ block: "start" });
}

// A row to swipe must be scrollable from the keyboard too, and a chip must say what pressing it does: set whenever the
// page changes, because its parts come one after the other.
let watching;

function watch() {
  reachable();
  if (watching) return;
  let due = false;
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

function reachable() {
  for (const chip of document.querySelectorAll(".st-key-chips button")) {
    const label = chip.querySelector("p")?.textContent;
    const name = `Take back: ${label}`;
    if (label && chip.getAttribute("aria-label") !== name) chip.setAttribute("aria-label", name);
  }
  for (const row of document.querySelectorAll('[class*="st-key-list-"]')) {
    if (row.scrollWidth > row.clientWidth) row.tabIndex = 0;
  }
}
