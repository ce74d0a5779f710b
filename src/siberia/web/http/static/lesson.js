// A lesson: everything but what is lit lies under a veil, and the card that speaks keeps clear of it.

import { box, keepClear } from "./clear.js";

const app = document.getElementById("app");
const holes = document.getElementById("veil-holes");
const spoken = document.getElementById("spoken");
const main = () => document.getElementById("main");
const speech = () => document.getElementById("speech");

// So many pixels around a thing are lit with it.
const AROUND = 6;
// Pieces glide for so many milliseconds; until then what is lit moves.
const SETTLED = 500;
// Cards of a hand lie turned; areas have borders.
const IN_FAN = ".hand > li";
const AREA = "g.area";
const SVG = "http://www.w3.org/2000/svg";

// What is to be clicked or looked at, and the prompt, in which one answers.
function lit() {
  const named = speech().dataset.light.split(" ").filter(Boolean);
  const marked = app.querySelectorAll("#main .hinted:not(.hinted .hinted), #main .row.best");
  return [...named.map((id) => document.getElementById(id)), ...marked].filter(isSeen);
}

const prompts = () => [document.getElementById("prompt")].filter((one) => one && !isRead());
const isRead = () => speech().dataset.read !== undefined;
const isEnd = () => main().dataset.over !== undefined;

function isSeen(element) {
  const { width, height } = element?.getBoundingClientRect() ?? {};
  return width > 0 && height > 0;
}

function draw() {
  const pieces = [...lit(), ...prompts()].map(holeOf);
  // At the end there is nothing to point at.
  document.getElementById("veil").classList.toggle("off", isEnd() || !pieces.length);
  // The bar is never veiled.
  holes.replaceChildren(hole(document.getElementById("bar").getBoundingClientRect(), 0), ...pieces);
}

function holeOf(one) {
  if (one.matches(IN_FAN)) return cardHole(one);
  return one.matches(AREA) ? areaHole(one) : hole(box(one), AROUND);
}

function hole({ left, top, width, height }, around) {
  const cut = document.createElementNS(SVG, "rect");
  const sizes = { x: left - around, y: top - around, width: width + 2 * around, height: height + 2 * around, rx: 2 * around };
  for (const [name, size] of Object.entries(sizes)) cut.setAttribute(name, size);
  return cut;
}

// A card of the fan is lit as it lies, not the larger box around it, in which its neighbours show.
function cardHole(card) {
  const { left, top, right, bottom } = card.getBoundingClientRect();
  const [middle, centre] = [(left + right) / 2, (top + bottom) / 2];
  const { offsetWidth: width, offsetHeight: height } = card;
  const { a, b } = new DOMMatrix(getComputedStyle(card).transform);
  const cut = hole({ left: middle - width / 2, top: centre - height / 2, width, height }, AROUND);
  cut.setAttribute("transform", `rotate(${(Math.atan2(b, a) * 180) / Math.PI} ${middle} ${centre})`);
  return cut;
}

// An area is lit as far as its border, for its box would show pieces of its neighbours.
function areaHole(area) {
  const ground = area.querySelector(".ground");
  const { a, b, c, d, e, f } = ground.getScreenCTM();
  const cut = document.createElementNS(SVG, "use");
  const looks = { href: ground.getAttribute("href"), transform: `matrix(${a} ${b} ${c} ${d} ${e} ${f})`, stroke: "#000", "stroke-width": AROUND / a };
  for (const [name, look] of Object.entries(looks)) cut.setAttribute(name, look);
  return cut;
}

const place = () => keepClear(speech(), lit(), prompts());

let until = 0;

function settle() {
  place();
  const running = until > performance.now();
  until = performance.now() + SETTLED;
  if (!running) requestAnimationFrame(again);
}

function again() {
  draw();
  if (performance.now() < until) requestAnimationFrame(again);
  else place();
}

function say() {
  const texts = ["speech-title", "speech-do", "speech-why"].map((id) => document.getElementById(id)?.textContent);
  spoken.textContent = texts.filter(Boolean).join(" ");
}

// An address for where one is: whoever loads the page again, or comes back, is there.
function note() {
  const { address } = main().dataset;
  if (location.pathname !== address) history.replaceState(null, "", address);
}

app.addEventListener("shown", ({ detail: { movedOn, byKeyboard } }) => {
  if (movedOn) {
    note();
    say();
    if (isRead() && byKeyboard) speech().querySelector(".go")?.focus({ preventScroll: true });
  }
  settle();
});
// What is seen of the table changes with its tabs, and with the window.
app.addEventListener("click", () => requestAnimationFrame(settle));
app.addEventListener("scroll", settle, { capture: true, passive: true });
addEventListener("resize", settle);
addEventListener("load", settle);
document.fonts.ready.then(settle);
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && !document.querySelector("details.menu[open]")) document.getElementById("lesson-close").click();
});
settle();
