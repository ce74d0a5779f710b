// Which tables wait for who looks: in the page's title and icon, and once a turn by a toast on pages other than the table's own.

import { parsed } from "./answer.js";
import { followTurns } from "./live.js";

const LASTS = 12_000;
// So many different icons there are.
const MOST = 9;
const own = document.getElementById("main")?.dataset.table;
const home = location.pathname === "/";

const title = document.querySelector("title");
const icon = document.querySelector("link[rel=icon]");
const plain = icon.href;
const toasts = document.createElement("div");
toasts.className = "toasts";
toasts.setAttribute("role", "status");
document.body.append(toasts);

let count = 0;
let called = "";
let bare = title.textContent;
let written = bare;

// The table's own script writes the title, too.
new MutationObserver(() => {
  if (title.textContent !== written) bare = title.textContent;
  writeTitle();
}).observe(title, { childList: true });

function writeTitle() {
  written = count ? `(${count}) ${called ? `${called} · SIBERIA` : bare}` : bare;
  if (title.textContent !== written) title.textContent = written;
}

function show({ count: waiting, shown, tables }) {
  forgetAllBut(tables);
  const found = [...parsed(shown).querySelectorAll(".toast")];
  count = waiting;
  called = found.find((toast) => toast.dataset.table === own)?.dataset.title ?? "";
  writeTitle();
  const address = count ? new URL(`icon-${Math.min(count, MOST)}.svg`, import.meta.url).href : plain;
  if (icon.href !== address) icon.href = address;
  if (count) navigator.setAppBadge?.(count);
  else navigator.clearAppBadge?.();
  const waits = new Set(found.map((toast) => toast.dataset.table));
  for (const toast of toasts.children) if (!waits.has(toast.dataset.table)) toast.remove();
  if (document.visibilityState === "visible") found.forEach(call);
}

function forgetAllBut(tables) {
  for (const key of Object.keys(localStorage))
    if (key.startsWith("called-") && !tables.includes(key.slice(7))) localStorage.removeItem(key);
}

// Of a turn one is told once, in whatever tab one looks at; at the table itself one sees it, and on the first page it is listed.
let isFirst = true;

function call(toast) {
  const { table, turn } = toast.dataset;
  const known = Number(localStorage.getItem(`called-${table}`) ?? -1);
  localStorage.setItem(`called-${table}`, turn);
  if (known >= Number(turn) || table === own || (home && isFirst)) return;
  for (const older of toasts.querySelectorAll(isAtTable() ? ".toast" : `[data-table="${table}"]`)) older.remove();
  if (!settle()) return;
  toasts.append(toast);
  leaveSoon(toast);
}

// At a table a toast lies where nothing is decided: over the log, or on a phone over the strip of players; only the newest one does.
// Each must be so high: the switch between log and talk stays free.
const QUIET = { log: 104, talk: 104, "players-strip": 48 };
const LEAST_WIDTH = 300;
const isAtTable = () => document.querySelector("main.table") !== null;

function settle() {
  toasts.removeAttribute("style");
  if (!isAtTable()) return true;
  const place = Object.keys(QUIET).map((id) => document.getElementById(id)).find((one) => one?.checkVisibility() && hasRoom(one));
  if (!place) return false;
  const { left, top, bottom, width } = place.getBoundingClientRect();
  const isStrip = place.id === "players-strip";
  toasts.classList.toggle("flat", isStrip);
  const edge = isStrip ? { top: `${top}px`, bottom: "auto" } : { top: "auto", bottom: `${Math.max(0, innerHeight - bottom)}px` };
  Object.assign(toasts.style, { left: `${left}px`, right: "auto", width: `${width}px`, ...edge });
  return true;
}

function hasRoom(place) {
  const { top, height, width } = place.getBoundingClientRect();
  return width >= LEAST_WIDTH && height >= QUIET[place.id] && top >= 0 && top + height <= innerHeight + 1;
}

addEventListener("resize", () => settle() || toasts.replaceChildren());

// Who points at it or has its focus still reads it.
function leaveSoon(toast) {
  setTimeout(() => {
    if (toast.matches(":hover, :focus-within")) leaveSoon(toast);
    else toast.remove();
  }, LASTS);
}

toasts.addEventListener("click", ({ target }) => {
  if (target.closest("[data-dismiss]")) target.closest(".toast").remove();
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") toasts.lastElementChild?.remove();
});

followTurns((turns) => {
  show(turns);
  isFirst = false;
});
