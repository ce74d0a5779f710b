// Counts clocks down between two answers. When they run out, and what a bank has, the server has said;
// its time, not that of this machine, is what counts.

const app = document.getElementById("app");
const main = () => document.getElementById("main");
const spoken = document.getElementById("spoken");
const lang = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;
const WEEK = 6 * 24 * 3600_000;
const SHORT = "{moment}";
const time = { hour: "2-digit", minute: "2-digit", hour12: false };
const near = (length) => new Intl.DateTimeFormat(lang, { weekday: length, ...time });
const far = (length) => new Intl.DateTimeFormat(lang, { day: "numeric", month: length, ...time });

// How far the server's clock is ahead of this one.
let ahead = 0;
let warned = null;

function write(face, now) {
  const { until, bank, warning, form } = face.dataset;
  const left = Math.max(0, until - now);
  const text = face.querySelector(".clock-text");
  let said;
  if (form) said = form.replace(SHORT, moment(Number(until), left, form === SHORT ? "short" : "long"));
  else {
    const seconds = Math.ceil(Math.min(left, bank) / 1000);
    said = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
  if (text.textContent !== said) text.textContent = said;
  face.classList.toggle("low", left <= warning);
}

function moment(until, left, length) {
  return (left < WEEK ? near : far)(length).format(until).replace(",", "");
}

function tick() {
  const now = Date.now() + ahead;
  for (const face of app.querySelectorAll(".clock-face[data-until]")) write(face, now);
}

// Said once for each decision; the seconds themselves nobody wants to hear.
function warn() {
  const { seq, timeNotice } = main()?.dataset ?? {};
  if (!timeNotice) return;
  if (warned !== seq) spoken.textContent = timeNotice;
  warned = seq;
}

function take() {
  const { now } = main()?.dataset ?? {};
  if (now) ahead = now - Date.now();
  tick();
  warn();
}

app.addEventListener("shown", take);
take();
setInterval(tick, 250);
