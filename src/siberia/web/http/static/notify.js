// On one's own page: has this browser tell when it is one's turn, or no more. It asks for leave only when somebody wants that.

const own = document.getElementById("told-here");
const says = document.getElementById("told-here-says");
const isPossible = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
const night = document.querySelector("form[action='/me/night'] [name=zone]");
if (night) night.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

async function post(address, fields) {
  const answer = await fetch(address, { method: "POST", body: new URLSearchParams(fields) });
  if (!answer.ok) throw new Error(answer.status);
}

const coded = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

// What the server calls a browser.
async function named({ endpoint }) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function subscription() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function set(isOn) {
  own.setAttribute("aria-checked", isOn);
}

// Its own line is the first one, not one of those for other browsers.
async function begin() {
  own.hidden = false;
  document.getElementById("told-never").hidden = true;
  const found = await subscription();
  if (!found) return;
  const line = document.querySelector(`[data-receiver="${await named(found)}"]`);
  const isSigned = coded(found.options.applicationServerKey) === own.dataset.signer;
  if (line) line.hidden = true;
  set(Boolean(line && isSigned));
}

async function switchOn() {
  if ((await Notification.requestPermission()) !== "granted") {
    says.textContent = says.dataset.denied;
    return;
  }
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  // It may be of another server, or of another key of this one.
  await before?.unsubscribe();
  const { signer } = own.dataset;
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: signer });
  const { endpoint, keys } = made.toJSON();
  await post("/me/push", { endpoint, ...keys, signer, instead: before?.endpoint ?? "" });
  set(true);
}

async function switchOff() {
  const found = await subscription();
  if (found) {
    await post("/me/push/off", { id: await named(found) });
    await found.unsubscribe();
  }
  set(false);
}

let isBusy = false;

async function change() {
  if (isBusy) return;
  isBusy = true;
  try {
    await (own.getAttribute("aria-checked") === "true" ? switchOff() : switchOn());
  } catch {
    says.textContent = says.dataset.failed;
  }
  isBusy = false;
}

if (isPossible) {
  own.addEventListener("click", change);
  begin();
}
