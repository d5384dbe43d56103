// Says in words why the microphone does not listen: Streamlit only shows a sign in its place, explained to those who can
// hover over it.

const TROUBLE = '.st-key-question [data-testid="stTooltipErrorHoverTarget"]';

export default function ({ data, parentElement }) {
  const place = parentElement.querySelector(".trouble");
  const watching = new MutationObserver(tell);
  watching.observe(document.body, { childList: true, subtree: true });
  tell();
  return () => watching.disconnect();

  async function tell() {
    const text = document.querySelector(TROUBLE) ? await reason(data) : "";
    if (place.textContent !== text) place.textContent = text;
  }
}

async function reason({ denied, missing, unsafe }) {
  if (!navigator.mediaDevices) return unsafe;
  try {
    const { state } = await navigator.permissions.query({ name: "microphone" });
    return state === "denied" ? denied : missing;
  } catch {
    return denied; // a browser that does not tell has most likely been told not to
  }
}
