// When the server has been away, the page asks to be drawn anew as soon as it is back: until then a new server knows
// none of its buttons, and what is pressed or asked first would be lost. What stands in the box stays there.

const BOX = '[data-testid="stChatInputTextArea"]';
const TRIES = 100;
const EVERY_MS = 100;
let watching;

export default function ({ setTriggerValue }) {
  watching?.disconnect();
  const app = document.querySelector(".stApp");
  let away = false;
  watching = new MutationObserver(() => {
    const here = app.dataset.testConnectionState === "CONNECTED";
    if (here && away) setTimeout(() => comeBack(() => setTriggerValue("back", true)));
    away = !here;
  });
  watching.observe(app, { attributes: true, attributeFilter: ["data-test-connection-state"] });
  return () => watching.disconnect();
}

function comeBack(draw) {
  const before = document.querySelector(BOX);
  draw();
  if (!before) return;
  let tries = 0;
  const look = setInterval(() => {
    const box = document.querySelector(BOX);
    if (++tries > TRIES) clearInterval(look);
    if (!box || box === before || box.disabled) return;
    clearInterval(look);
    if (before.value && !box.value) type(box, before.value);
  }, EVERY_MS);
}

// React takes a value only from an event, and notices one only where it was set behind its back.
function type(box, text) {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set.call(box, text);
  box.dispatchEvent(new Event("input", { bubbles: true }));
}
