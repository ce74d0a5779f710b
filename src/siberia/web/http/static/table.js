// The table's page: sends what is clicked, and morphs what comes back into what is there.
// What can be clicked, and what it means, the server has written into the elements.

import { parsed, post } from "./answer.js";
import { drag } from "./drag.js";
import { follow } from "./live.js";
import { morph } from "./morph.js";
import { glide } from "./motion.js";
import { narrow } from "./page.js";
import { pause } from "./pause.js";

const app = document.getElementById("app");
const spoken = document.getElementById("spoken");
const main = () => document.getElementById("main");
const { table } = main().dataset;
// In a lesson nobody else moves, and what is tried is judged.
const isLesson = document.body.classList.contains("lesson-page");

// A watcher is sent what changes, and asks for nothing.
const isWatching = main().dataset.watch !== undefined;

const knowsTalk = document.querySelector("script[src$='/talk.js']") !== null;

let draft = localStorage.getItem(`draft-${table}`) ?? "";
let seat = sessionStorage.getItem(`seat-${table}`) ?? "-1";
let since = -1;
let asked = 0;
let shown = 0;
let playing = false;

const isTable = (html) => parsed(html).getElementById("main")?.dataset.table === table;

// Asks the server, shows what it answers, and says whether that was done.
async function ask(deed, fields = {}) {
  const mine = ++asked;
  const parts = main().dataset.parts ?? "";
  const answer = await post(`${main().dataset.address}/${deed}`, {
    seq: main().dataset.seq ?? -1, seat, draft, since, narrow: narrow.matches, parts, ...fields,
  }, isTable);
  if (!answer) lose(deed);
  else if (answer.isRefused) refuse(answer);
  else if (mine >= shown) {
    // What it calls the same may have changed here since it was asked.
    if (parts !== (main().dataset.parts ?? "")) return ask("look");
    shown = mine;
    show(answer.text);
    find();
  }
  return answer !== null && !answer.isRefused;
}

function refuse({ text, isBusy }) {
  say(text);
  if (isBusy) lookAgain();
}

let isUnsure = false;
let tries = 0;
let next = 0;

// Only looking is tried again: what was clicked may have been done, though nobody said so.
function lose(deed) {
  isUnsure ||= deed !== "look";
  say(isUnsure ? spoken.dataset.unsure : document.documentElement.dataset.offline);
  lookAgain();
}

function lookAgain() {
  next ||= setTimeout(() => {
    next = 0;
    ask("look");
  }, pause(tries++));
}

function find() {
  clearTimeout(next);
  next = tries = 0;
  if (!notice) return;
  if (spoken.textContent === notice) spoken.textContent = promptTitle();
  notice = "";
  isUnsure = false;
  hurry();
}

function show(html) {
  const before = main().dataset.seq;
  const byKeyboard = document.activeElement !== document.body;
  const settle = glide(app);
  morph(app, html);
  settle();
  draft = main().dataset.draft ?? "";
  keep(draft);
  document.title = `${promptTitle() || "SIBERIA"} · SIBERIA`;
  // What cannot be used any more keeps the focus only until the browser looks again.
  const focused = document.activeElement;
  const isLost = focused === document.body || focused.disabled || !isVisible(focused);
  if (byKeyboard && isLost) focusOn("#curtain button", "#main h1");
  const movedOn = before !== main().dataset.seq;
  // Whatever told it: what was clicked has been done.
  if (movedOn) playing = false;
  afterwards(movedOn);
  app.dispatchEvent(new CustomEvent("shown", { detail: { movedOn, byKeyboard } }));
  // People may talk here from now on: what that takes comes with the page.
  if (document.getElementById("talk") && !knowsTalk) location.reload();
}

// Safari has checkVisibility only since 2024.
function isVisible(element) {
  return element.checkVisibility?.() ?? element.getClientRects().length > 0;
}

// What is begun is there again when the page is, here or in another tab.
function keep(begun) {
  if (begun) localStorage.setItem(`draft-${table}`, begun);
  else localStorage.removeItem(`draft-${table}`);
}

function afterwards(movedOn) {
  const { said, words, tabWanted } = main().dataset;
  if (movedOn) {
    spoken.textContent = [said, promptTitle()].filter(Boolean).join(". ");
    if (tabWanted) showTab(tabWanted);
  }
  if (words && since < 0 && !isLesson && document.visibilityState === "visible")
    localStorage.setItem(`seen-${table}`, words);
}

function focusOn(...selectors) {
  const found = selectors.map((one) => document.querySelector(one)).find(Boolean);
  found?.focus({ preventScroll: true });
}

function promptTitle() {
  return document.getElementById("prompt-title")?.textContent ?? "";
}

// What is changed here is not what the server knows: all is asked for anew.
function changeByHand() {
  main().dataset.parts = "";
}

// Says something where one looks, until the next answer is shown.
let notice = "";

function say(text) {
  notice = text;
  changeByHand();
  for (const line of document.querySelectorAll("#prompt-brings, #curtain p")) {
    line.textContent = text;
    line.classList.add("refusal");
  }
  // What is written again would be read out again.
  if (spoken.textContent !== text) spoken.textContent = text;
}

function showTab(name) {
  document.body.dataset.shown = name;
  for (const tab of document.querySelectorAll("[data-show]"))
    tab.setAttribute("aria-pressed", tab.dataset.show === name);
}

async function play(deed, words) {
  // A second click while the first is on its way means nothing.
  if (playing) return;
  playing = true;
  const used = draft;
  draft = "";
  forget();
  try {
    if (!(await ask(deed, { words, draft: used }))) draft = used;
  } finally {
    playing = false;
    if (isBehind()) lookSoon(told);
  }
}

// What is on its way was asked before the last click: its answer must not undo that.
function forget() {
  shown = asked + 1;
}

function choose(target) {
  const data = target.dataset;
  if (data.word) play(main().dataset.deed ?? "play", data.word);
  else if (data.plan) play("plan", data.plan);
  else if (data.draft !== undefined) point(data.draft, data.means);
  else if (data.post) {
    const names = data.field?.split(",") ?? [];
    const values = data.value?.split(",") ?? [];
    ask(data.post, Object.fromEntries(names.map((name, n) => [name, values[n]])));
  } else if (data.show) showTab(data.show);
  else if (data.lift) {
    seat = data.lift;
    sessionStorage.setItem(`seat-${table}`, seat);
    ask("look");
  } else if (data.close) {
    since = -1;
    document.getElementById(data.close).remove();
    changeByHand();
    afterwards(false);
    forget();
    ask("look");
  } else if (data.copy) {
    navigator.clipboard.writeText(data.copy);
    target.textContent = data.done;
  }
}

function point(to, means = "") {
  const tried = isLesson ? { tried: means, had: draft } : {};
  draft = to;
  forget();
  ask("look", tried);
}

const CHOICE = "[data-word],[data-plan],[data-draft],[data-post],[data-show],[data-lift],[data-close],[data-copy]";

app.addEventListener("click", (event) => {
  const met = event.target.closest(CHOICE);
  const target = met && met !== main() ? met : nearPawn(event);
  if (target) choose(target);
});

// A finger is broader than a pawn on a phone's map: one beside it is meant for it.
const FINGER = 22;

function nearPawn({ pointerType, clientX, clientY }) {
  if (pointerType !== "touch") return null;
  const away = (pawn) => {
    const { x, y, width, height } = pawn.getBoundingClientRect();
    return Math.hypot(clientX - x - width / 2, clientY - y - height / 2);
  };
  const pawns = [...app.querySelectorAll(".pawn[role=button]")].sort((a, b) => away(a) - away(b));
  return pawns.length && away(pawns[0]) <= FINGER ? pawns[0] : null;
}

app.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  // Buttons click by themselves; the pieces of a drawing do not.
  const target = event.target.closest("[role=button]");
  if (!target || target.matches("button")) return;
  event.preventDefault();
  choose(target);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input,select")) return;
  if (event.key === "u") document.getElementById("undo")?.click();
  if (event.key === "h") document.getElementById("hint")?.click();
});

// Hover and focus write what a choice brings into the prompt's second line.
function explain(target) {
  const line = document.getElementById("prompt-brings");
  if (!line) return;
  // The prompt never shrinks meanwhile: what is pointed at must not move away.
  line.style.minHeight = `${line.offsetHeight}px`;
  line.textContent = target ? target.dataset.says : notice || line.dataset.rest;
  if (notice) line.classList.toggle("refusal", !target);
}
app.addEventListener("pointerover", (event) => {
  // A finger that touches has chosen already.
  if (event.pointerType !== "touch") explain(event.target.closest("[data-says]"));
});
app.addEventListener("focusin", (event) => {
  if (event.target.matches(":focus-visible")) explain(event.target.closest("[data-says]"));
});

// A double tap brings the map nearer.
app.addEventListener("dblclick", (event) => {
  if (narrow.matches) event.target.closest("#map-box")?.classList.toggle("near");
});

// What a draft says only the server reads: it is told what was dragged, and answers with the draft.
drag(app, (dragged, dropped) => {
  forget();
  ask("look", { dragged, dropped, ...(isLesson ? { tried: `${dragged} place ${dropped}`, had: draft } : {}) });
});

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  if (isWatching) return;
  since = away();
  ask("look");
});

function away() {
  if (isLesson || isWatching) return -1;
  const seen = Number(localStorage.getItem(`seen-${table}`) ?? -1);
  return seen >= 0 && seen < Number(main().dataset.words) ? seen : -1;
}

// Bots that play at once move many times a second; that often nobody needs to look.
const APART = 60;
let looked = 0;
let looksSoon = false;
// How long the log is as far as was told, and whether something else has changed.
let told = 0;
let mustLook = false;

function lookSoon(seq) {
  if (seq === undefined) mustLook = true;
  else told = Math.max(told, Number(seq));
  if (looksSoon || document.visibilityState !== "visible") return;
  looksSoon = true;
  setTimeout(() => {
    looksSoon = false;
    // The answer to a click shows what the click did, and comes by itself.
    if (!mustLook && (playing || !isBehind())) return;
    mustLook = false;
    looked = performance.now();
    ask("look");
  }, Math.max(0, looked + APART - performance.now()));
}

function isBehind() {
  return told > Number(main().dataset.seq);
}

narrow.addEventListener("change", () => location.reload());
const hurry = isLesson ? () => {}
  : isWatching ? (await import("./watch.js")).watch(main, (html) => { show(html); find(); }, () => ask("look"))
  : follow(table, lookSoon);
since = away();
showTab(main().dataset.tabWanted || "table");
if (since >= 0 || draft || seat !== "-1") ask("look");
else afterwards(true);
