// The replay: goes from moment to moment, by slider, keys and by itself. What a moment looks like the server says.

import { parsed, post } from "./answer.js";
import { morph } from "./morph.js";
import { glide } from "./motion.js";
import { narrow } from "./page.js";

const app = document.getElementById("app");
const spoken = document.getElementById("spoken");
const element = (id) => document.getElementById(id);
const main = () => element("main");
const slider = () => element("slider");
const { address } = main().dataset;

// ------------------------------------------------------------ the course of the match

const numbers = (text = "") => text.split(" ").filter(Boolean).map(Number);
const course = element("film-box").dataset;
const last = Number(course.last);
const turns = numbers(course.turns);
const rounds = numbers(course.rounds);
const costly = numbers(course.costly);
const before = (plies, here) => plies.filter((one) => one < here).at(-1);
const after = (plies, here) => plies.find((one) => one > here);

// Where a moment lies among the turns, all of them equally wide; and the other way round.
function placeOf(moment) {
  const turn = turns.filter((begins) => begins < moment).length;
  if (!turn) return 0;
  const ends = turns[turn] ?? last;
  return turn - 1 + (moment - turns[turn - 1]) / (ends - turns[turn - 1]);
}

function momentAt(place) {
  const turn = Math.min(turns.length - 1, Math.floor(place));
  const ends = turns[turn + 1] ?? last;
  return Math.round(turns[turn] + (place - turn) * (ends - turns[turn]));
}

// ------------------------------------------------------------ where one is

let ply = Number(main().dataset.ply);
let eyes = main().dataset.eyes;
let shown = { ply, eyes };
let isAsking = false;

function go(to, whose = eyes) {
  [ply, eyes] = [Math.max(0, Math.min(last, to)), whose];
  point();
  ask();
}

// The needle follows at once, whatever the server takes.
function point() {
  const place = placeOf(ply);
  slider().value = place;
  const { film, needle } = Object.fromEntries(["film", "needle"].map((id) => [id, element(id)]));
  const [past, track] = [needle.querySelector(".past"), film.querySelector(".track")];
  const [, from, y, to] = track.getAttribute("d").match(/^M([\d.]+) ([\d.]+)H([\d.]+)/).map(Number);
  const x = from + ((to - from) * place) / turns.length;
  past.setAttribute("d", `M${from} ${y}H${x}`);
  needle.querySelector(".line")?.setAttribute("d", `M${x} 3V${y}`);
  const veil = needle.querySelector(".unseen");
  veil?.setAttribute("x", x);
  veil?.setAttribute("width", Math.max(0, to - x));
}

const isReplay = (html) => parsed(html).getElementById("main")?.dataset.address === address;

// One question at a time; what was wanted meanwhile is asked for then.
async function ask() {
  if (isAsking) return;
  isAsking = true;
  while (shown.ply !== ply || shown.eyes !== eyes) {
    const wanted = { ply, eyes };
    const fields = { ...wanted, narrow: narrow.matches, parts: main().dataset.parts ?? "" };
    const answer = await post(`${address}/replay/look`, fields, isReplay);
    if (!answer || answer.isRefused) {
      lose(answer?.text ?? document.documentElement.dataset.offline);
      break;
    }
    show(answer.text, wanted);
  }
  isAsking = false;
}

function lose(text) {
  stop();
  [ply, eyes] = [shown.ply, shown.eyes];
  point();
  spoken.textContent = text;
  element("prompt-title").textContent = text;
  // What is changed here is not what the server knows.
  main().dataset.parts = "";
}

// A step glides as in play; a jump cuts.
function show(html, wanted) {
  const isStep = wanted.eyes === shown.eyes && Math.abs(wanted.ply - shown.ply) === 1;
  document.body.classList.toggle("cut", !isStep);
  const settle = isStep ? glide(app) : () => {};
  morph(app, html);
  settle();
  shown = wanted;
  settled();
  history.replaceState(null, "", here());
  // While it plays only the move is said.
  spoken.textContent = playing ? element("prompt-title").textContent : main().dataset.said;
}

function settled() {
  point();
  drawPlay();
  document.title = `${element("prompt-title").textContent} · SIBERIA`;
  scrollToNow();
}

function scrollToNow() {
  const [list, now] = [element("moves"), app.querySelector(".moves .now")];
  if (!now) list.scrollTop = 0;
  else list.scrollTop += now.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
}

const here = () => `${address}/replay?ply=${ply}&eyes=${eyes}`;

// ------------------------------------------------------------ playing

// At 1× a move each second.
const SECOND = 1000;
let playing = 0;
let speed = 1;
let isByTurn = false;

// What cost much is not leapt over: there it pauses.
function next() {
  const further = isByTurn ? after([...turns, last], ply) ?? last : ply + 1;
  return Math.min(further, after(costly, ply) ?? last);
}

function play() {
  if (ply === last) go(0);
  schedule();
  drawPlay();
}

function schedule() {
  clearTimeout(playing);
  playing = setTimeout(onwards, SECOND / speed);
}

function onwards() {
  // Whoever waits for the server waits with the next move, too.
  if (isAsking) return schedule();
  go(next());
  if (ply === last || costly.includes(ply)) stop();
  else schedule();
}

function stop() {
  clearTimeout(playing);
  playing = 0;
  drawPlay();
}

function drawPlay() {
  const button = element("play");
  document.body.classList.toggle("playing", Boolean(playing));
  button.setAttribute("aria-label", playing ? button.dataset.pause : button.dataset.play);
  const [rate, by] = [element("speed"), element("by")];
  rate.textContent = `${speed}×`;
  rate.setAttribute("aria-label", `${rate.dataset.label}: ${speed}×`);
  by.setAttribute("aria-pressed", isByTurn);
}

function hurry() {
  const speeds = numbers(element("speed").dataset.speeds);
  speed = speeds[(speeds.indexOf(speed) + 1) % speeds.length];
  drawPlay();
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") stop();
});

// ------------------------------------------------------------ what is clicked, and keys

async function share() {
  const text = new URL(here(), location.href).href;
  const { done, shown: said } = element("share").dataset;
  // Only pages that come safely may copy.
  await (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
    () => (spoken.textContent = element("at").textContent = done),
    () => (spoken.textContent = element("at").textContent = said),
  );
  main().dataset.parts = "";
}

function offer() {
  const menu = element("take-over");
  if (!menu.open && menu.matches("details")) menu.querySelector("summary").click();
  menu.querySelector("select")?.focus();
}

const isPlain = (event) => !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

app.addEventListener("click", (event) => {
  const target = event.target.closest("a,button");
  if (!target || !isPlain(event)) return;
  const { ply: to, eyes: whose, show: tab } = target.dataset;
  if (target.id === "play") playing ? stop() : play();
  else if (target.id === "speed") hurry();
  else if (target.id === "by") {
    isByTurn = !isByTurn;
    drawPlay();
  } else if (target.id === "share") share();
  else if (tab) showTab(tab);
  else if (to !== undefined || whose !== undefined) {
    event.preventDefault();
    stop();
    go(Number(to ?? ply), whose ?? eyes);
  }
});

function showTab(name) {
  document.body.dataset.shown = name;
  element("menu-replay").open = false;
  for (const tab of document.querySelectorAll("[data-show]")) tab.setAttribute("aria-pressed", tab.dataset.show === name);
  scrollToNow();
}

app.addEventListener("input", ({ target }) => {
  if (target !== slider()) return;
  stop();
  go(momentAt(Number(target.value)));
});

const seat = (number) => () => element(`eyes-${number}`)?.click();
const MOVES = {
  ArrowLeft: () => ply - 1,
  ArrowRight: () => ply + 1,
  ArrowUp: () => before(turns, ply) ?? 0,
  ArrowDown: () => after(turns, ply) ?? last,
  PageUp: () => before(rounds, ply) ?? 0,
  PageDown: () => after(rounds, ply) ?? last,
  Home: () => 0,
  End: () => last,
};
const LETTERS = {
  n: () => go(after(costly, ply) ?? ply),
  p: () => go(before(costly, ply) ?? ply),
  s: share,
  t: offer,
  o: seat("open"),
  1: seat(0), 2: seat(1), 3: seat(2), 4: seat(3),
};

// Single letters can be switched off: who speaks to the browser needs that.
const keys = () => document.querySelector("[data-keys]");
keys().checked = localStorage.getItem("letters") !== "off";
app.addEventListener("change", ({ target }) => {
  if (target === keys()) localStorage.setItem("letters", target.checked ? "on" : "off");
});

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (target !== slider() && target.closest("input,select,textarea,details[open]")) return;
  const isButton = target.closest("a,button,summary");
  if (key === " " && !isButton) playing ? stop() : play();
  else if (key in MOVES) {
    stop();
    go(MOVES[key]());
  } else if (key in LETTERS && keys().checked) LETTERS[key]();
  else return;
  event.preventDefault();
});

narrow.addEventListener("change", () => location.reload());
document.body.classList.add("scripted");
settled();
