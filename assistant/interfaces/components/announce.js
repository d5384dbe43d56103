// Reads a new answer to those who use a screen reader, and on a phone brings the question back to the top.

const NARROW = "(max-width: 880px)"; // as in page.css
let latest = "";

export default function ({ data, parentElement }) {
  reachable();
  if (!data.id || data.id === latest) return;
  latest = data.id;
  parentElement.querySelector(".announcement").textContent = data.text;
  if (window.matchMedia(NARROW).matches) document.querySelector(".st-key-ask")?.scrollIntoView({ block: "start" });
}

// A row to swipe must be scrollable from the keyboard too.
function reachable() {
  for (const row of document.querySelectorAll('[class*="st-key-list-"]')) {
    if (row.scrollWidth > row.clientWidth) row.tabIndex = 0;
  }
}
