// A toast: where it lies, and how long.

const LASTS = 12_000;
// At a table a toast lies where nothing is decided: over the log, or on a phone over the strip of players, or where neither is in
// sight over the bar; only the newest one does. Each must be so high: the switch between log and talk stays free.
const QUIET = { log: 104, talk: 104, "players-strip": 48, bar: 40 };
const FLAT = ["players-strip", "bar"];
const LEAST_WIDTH = 300;
const WIDEST = 560;
const isAtTable = () => document.querySelector("main.table") !== null;

let toasts;

export function lay(list, toast) {
  if (!toasts) follow(list);
  const { table } = toast.dataset;
  for (const older of toasts.querySelectorAll(isAtTable() ? ".toast" : `[data-table="${table}"]`)) older.remove();
  if (!settle()) return;
  toasts.append(toast);
  leaveSoon(toast);
}

function settle() {
  toasts.removeAttribute("style");
  toasts.classList.remove("flat");
  if (!isAtTable()) return true;
  const place = Object.keys(QUIET).map((id) => document.getElementById(id)).find((one) => one?.checkVisibility() && hasRoom(one));
  if (!place) return false;
  const { left, top, bottom, width, height } = place.getBoundingClientRect();
  const isFlat = FLAT.includes(place.id);
  toasts.classList.toggle("flat", isFlat);
  const edge = isFlat ? { top: `${top}px`, bottom: "auto" } : { top: "auto", bottom: `${Math.max(0, innerHeight - bottom)}px` };
  const wide = place.id === "bar" ? Math.min(width, WIDEST) : width;
  Object.assign(toasts.style, { left: `${left + (width - wide) / 2}px`, right: "auto", width: `${wide}px`, ...edge });
  toasts.style.setProperty("--room", `${height}px`);
  return true;
}

// What stands beside the table scrolls if it must: of what is out of sight there nothing can be met.
function hasRoom(place) {
  const { left, right, top, bottom, height, width } = place.getBoundingClientRect();
  const isMet = (y) => document.elementsFromPoint((left + right) / 2, y).includes(place);
  return width >= LEAST_WIDTH && height >= QUIET[place.id] && isMet(top + 1) && isMet(bottom - 1);
}

// Who points at it or has its focus still reads it.
function leaveSoon(toast) {
  setTimeout(() => {
    if (toast.matches(":hover, :focus-within")) leaveSoon(toast);
    else toast.remove();
  }, LASTS);
}

function follow(list) {
  toasts = list;
  addEventListener("resize", () => settle() || toasts.replaceChildren());
  toasts.addEventListener("click", ({ target }) => {
    if (target.closest("[data-dismiss]")) target.closest(".toast").remove();
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") toasts.lastElementChild?.remove();
  });
}
