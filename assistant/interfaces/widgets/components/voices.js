// Tells the page which voices this browser has for a locale, by name; nothing is shown. Some browsers load theirs late.

const MOST = 20;

export default function ({ data, setStateValue }) {
  const engine = window.speechSynthesis;
  if (!engine) return undefined;
  let told = "";
  const tell = () => {
    const names = namesFor(engine.getVoices(), data.locale);
    if (names.join() === told) return;
    told = names.join();
    setStateValue("names", names);
  };
  engine.addEventListener?.("voiceschanged", tell);
  tell();
  return () => engine.removeEventListener?.("voiceschanged", tell);
}

// Those of the locale itself, or of its language where there are none.
function namesFor(voices, locale) {
  const wanted = tag(locale);
  const own = voices.filter(({ lang }) => tag(lang) === wanted);
  const kin = voices.filter(({ lang }) => tag(lang).split("-")[0] === wanted.split("-")[0]);
  return [...new Set((own.length ? own : kin).map(({ name }) => name))].slice(0, MOST);
}

const tag = (text) => (text || "").replace("_", "-").toLowerCase();
