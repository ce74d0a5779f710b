// The talk's card: asks for what was said when something was, sends what is written, counts what came while it was folded.
// It is no part of the table's own page: neither redraws the other.

import { parsed, post } from "./answer.js";
import { morphWhole } from "./morph.js";
import { narrow } from "./page.js";

const app = document.getElementById("app");
const { table, address, watch } = document.getElementById("main").dataset;
const card = () => document.getElementById("talk");
// Up to which message of each kind of readers all was seen.
const SEEN = `talk-${table}`;
// Of a crowd not everybody asks at the same moment.
const CROWD = 1500;
// The stream's first word has the card read. Where no stream opens it is read after so many milliseconds.
const PATIENCE = 2000;
let isRead = false;
let isReading = false;
// Where the line "new" stands while the card is open.
let marked = null;

const isTalk = (html) => parsed(html).getElementById("talk") !== null;

async function read() {
  if (!card()) return;
  isRead = isReading = true;
  try {
    const answer = await fetch(`${address}/talk`);
    const text = await answer.text();
    if (answer.ok && isTalk(text)) show(text);
  } catch {
    // The table's own stream tells when the server is there again.
  } finally {
    isReading = false;
  }
}

function show(html) {
  const list = document.getElementById("says");
  const isAtEnd = !list || list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  // The list and what stands around it are morphed; what is being written stays.
  const place = card();
  if (!place) return;
  place.removeAttribute("data-static");
  morphWhole(place, html);
  card().dataset.static = "";
  for (const time of card().querySelectorAll("time"))
    time.textContent = new Date(time.dateTime).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  look();
  const now = document.getElementById("says");
  if (now && isAtEnd) now.scrollTop = now.scrollHeight;
}

const news = () => [...(card()?.querySelectorAll("[data-news]") ?? [])].map((line) => line.dataset.news);

function seen() {
  try {
    return new Set(JSON.parse(localStorage.getItem(SEEN) ?? "[]"));
  } catch {
    return new Set();
  }
}

function isShown() {
  return card()?.checkVisibility?.() ?? card()?.getClientRects().length > 0;
}

// Says what is new, and counts it where the card is folded; what is seen is new no longer.
function look() {
  const known = seen(), fresh = news().filter((id) => !known.has(id));
  if (isShown() && document.visibilityState === "visible") {
    marked ??= fresh.length ? fresh[0] : null;
    localStorage.setItem(SEEN, JSON.stringify(news()));
    count(0);
  } else {
    marked = null;
    count(fresh.length);
  }
  const line = document.getElementById("talk-new");
  const first = marked && document.getElementById(`said-${marked}`);
  if (!line) return;
  line.hidden = !first || first === first.parentElement.querySelector(".said");
  if (first) first.before(line);
}

function count(number) {
  for (const badge of document.querySelectorAll("[data-badge]")) {
    badge.hidden = number === 0;
    badge.textContent = number;
  }
}

// On a desk the log and the talk share a place.
function turn(to) {
  document.body.dataset.card = to;
  for (const button of document.querySelectorAll("button[data-card]"))
    button.setAttribute("aria-pressed", button.dataset.card === to);
  look();
  const list = document.getElementById("says");
  if (list) list.scrollTop = list.scrollHeight;
}

async function send(deed, fields) {
  const answer = await post(`${address}/talk/${deed}`, { card: true, ...fields }, isTalk);
  if (answer && !answer.isRefused) show(answer.text);
  else if (answer) refuse(answer.text);
  return answer !== null && !answer.isRefused && document.getElementById("talk-refusal")?.hidden !== false;
}

function refuse(text) {
  const line = document.getElementById("talk-refusal");
  line.textContent = text;
  line.hidden = false;
}

app.addEventListener("submit", async (event) => {
  if (!event.target.matches("form.say")) return;
  event.preventDefault();
  const field = event.target.elements.text;
  const text = field.value;
  field.value = "";
  if (!(await send("say", { text })) && !field.value) field.value = text;
});

app.addEventListener("click", async (event) => {
  const turned = event.target.closest("button[data-card]");
  if (turned) turn(turned.dataset.card);
  // What a tab shows is known when its own click is done.
  if (event.target.closest("[data-show]")) setTimeout(look);
  const target = event.target.closest("[data-talk]");
  if (!target) return;
  const { talk, message, phrase, on } = target.dataset;
  target.closest("details")?.removeAttribute("open");
  await send(talk, Object.fromEntries(Object.entries({ message, phrase, on }).filter(([, value]) => value !== undefined)));
});

// What can be done about a message stands beside it, above all that scrolls.
app.addEventListener("toggle", ({ target }) => {
  if (!target.matches(".say-menu[open]")) return;
  const sheet = target.querySelector(".menu-sheet");
  const { top, bottom, right } = target.getBoundingClientRect();
  const { width, height } = sheet.getBoundingClientRect();
  sheet.style.left = `${Math.max(8, right - width)}px`;
  sheet.style.top = `${top - height > 8 ? top - height : bottom}px`;
}, { capture: true });

// Who watches is sent the card as most read it; who has said or muted something asks for their own.
let asks;
document.addEventListener("talked", ({ detail }) => {
  if (!detail) read();
  else if (card()?.dataset.plain !== undefined) show(detail);
  else asks ??= setTimeout(() => {
    asks = undefined;
    read();
  }, Math.random() * CROWD);
});
document.addEventListener("visibilitychange", look);
narrow.addEventListener("change", look);
// The table's page was drawn again, with its own idea of what is folded.
app.addEventListener("shown", () => {
  // Where nobody talks any more, the log is unfolded.
  turn(card() ? document.body.dataset.card : "log");
  if (!card() && document.body.dataset.shown === "talk") document.getElementById("tab-table").click();
  if (card() && !card().childElementCount && !isReading) read();
});
turn(watch === undefined && document.querySelector("[data-over]") === null ? "log" : "talk");
setTimeout(() => isRead || read(), PATIENCE);
