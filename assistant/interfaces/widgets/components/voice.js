// A spoken answer: a recording where there is one, else the browser's own voice. The words come in as data and leave as
// speech or textContent, never as HTML. The page runs this again whenever it redraws: an answer that was begun once is
// not begun again by itself.

const SILENT = "This browser has no voice. The answer is written below.";
const ASK = "Press Play to hear the answer";
const WAIT_MS = 2000; // some browsers load their voices late; after this, one without any is called silent

export default function ({ data, parentElement, setTriggerValue }) {
  const part = (name) => parentElement.querySelector(`.${name}`);
  const [play, stop, state, sound] = [part("play"), part("stop"), part("state"), part("sound")];
  const show = (text, speaking) => {
    state.textContent = text;
    stop.disabled = !speaking;
  };
  part("words").textContent = data.text;
  if (data.later) {
    // No recording was made of an answer that nobody asked to hear: Play asks for one.
    play.disabled = false;
    play.onclick = () => setTriggerValue("wanted", true);
    show("", false);
    return undefined;
  }
  const speaker = (data.audio && recording(sound, data, show)) || browserVoice(data, show);
  if (!speaker) {
    play.disabled = true;
    show(SILENT, false);
    return undefined;
  }
  const hush = () => {
    speaker.stop();
    show("", false);
  };
  play.onclick = speaker.start;
  stop.onclick = hush;
  if (data.auto && isNew(data.id)) speaker.start();
  return untilTheNextQuestion(parentElement, hush);
}

// A recording that the browser cannot play is spoken by its own voice.
function recording(sound, data, show) {
  const made = [data.id, data.voice, data.audio.length].join(" ");
  if (sound.dataset.made !== made) {
    sound.dataset.made = made;
    sound.src = data.audio;
  }
  sound.playbackRate = data.speed;
  let instead = null;
  const fallBack = () => {
    instead = browserVoice(data, show);
    if (instead) instead.start();
    else show(SILENT, false);
  };
  sound.onplaying = () => show("Speaking", true);
  sound.onended = () => show("", false);
  return {
    start: () => {
      if (instead) return instead.start();
      sound.currentTime = 0;
      return sound.play().catch((error) => {
        if (error.name === "NotAllowedError") show(ASK, false);
        else if (error.name !== "AbortError") fallBack();
      });
    },
    stop: () => {
      instead?.stop();
      sound.pause();
    },
  };
}

function browserVoice(data, show) {
  const engine = window.speechSynthesis;
  if (!engine || !window.SpeechSynthesisUtterance) return null;
  return { start: () => speak(engine, data, show), stop: () => engine.cancel() };
}

function speak(engine, data, show) {
  const words = new SpeechSynthesisUtterance(data.text);
  let answered = false;
  const tell = (text, speaking) => {
    answered = true;
    show(text, speaking);
  };
  words.lang = data.locale;
  const chosen = data.named && engine.getVoices().find(({ name }) => name === data.named);
  if (chosen) words.voice = chosen;
  words.rate = data.speed;
  words.onstart = () => tell("Speaking", true);
  words.onend = () => tell("", false);
  words.onerror = ({ error }) => {
    // Being stopped is no fault; a browser may also want a click before it speaks.
    if (error === "not-allowed") tell(ASK, false);
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

// Typing or speaking the next question stops the voice, and so does switching it off or leaving the answer.
function untilTheNextQuestion(place, hush) {
  place.next?.abort();
  place.next = new AbortController();
  const until = { passive: true, capture: true, signal: place.next.signal };
  document.addEventListener("input", hush, until);
  document.addEventListener(
    "click",
    (event) => {
      if (event.target.closest?.('[data-testid="stChatInputMicButton"], .st-key-aloud')) hush();
    },
    until,
  );
  return () => {
    place.next.abort();
    hush();
  };
}
