// The browser's own voice. The words come in as data and leave as speech or textContent, never as HTML.
// The page runs this again whenever it redraws: an answer that was begun once is not begun again by itself.

const SILENT = "This browser has no voice. The answer is written below.";
const WAIT_MS = 2000; // some browsers load their voices late; after this, one without any is called silent

export default function ({ data, parentElement }) {
  const part = (name) => parentElement.querySelector(`.${name}`);
  const [play, stop, state] = [part("play"), part("stop"), part("state")];
  const engine = window.speechSynthesis;
  const show = (text, speaking) => {
    state.textContent = text;
    stop.disabled = !speaking;
  };
  part("words").textContent = data.text;
  if (!engine || !window.SpeechSynthesisUtterance) {
    play.disabled = true;
    show(SILENT, false);
    return undefined;
  }

  const hush = () => {
    engine.cancel();
    show("", false);
  };
  play.onclick = () => speak(engine, data, show);
  stop.onclick = hush;
  if (data.auto && isNew(data.id)) play.onclick();
  return untilTyping(parentElement, hush);
}

function speak(engine, data, show) {
  const words = new SpeechSynthesisUtterance(data.text);
  let answered = false;
  const tell = (text, speaking) => {
    answered = true;
    show(text, speaking);
  };
  words.lang = data.locale;
  words.onstart = () => tell("Speaking", true);
  words.onend = () => tell("", false);
  words.onerror = ({ error }) => {
    // Being stopped is no fault; a browser may also want a click before it speaks.
    if (error === "not-allowed") tell("Press Play to hear the answer", false);
    else if (!["canceled", "interrupted"].includes(error)) tell(SILENT, false);
    else answered = true;
  };
  engine.cancel();
  engine.speak(words);
  show("", true);
  setTimeout(() => {
    if (!answered && !engine.getVoices().length) tell(SILENT, false);
  }, WAIT_MS);
}

function isNew(id) {
  const key = `spoken:${id}`;
  if (sessionStorage.getItem(key)) return false;
  sessionStorage.setItem(key, "yes");
  return true;
}

// Typing the next question stops the voice, and so does leaving the answer.
function untilTyping(place, hush) {
  place.typing?.abort();
  place.typing = new AbortController();
  document.addEventListener("input", hush, { passive: true, signal: place.typing.signal });
  return () => {
    place.typing.abort();
    hush();
  };
}
