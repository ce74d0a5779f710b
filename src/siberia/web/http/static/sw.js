// Shows that it is somebody's turn, and opens the table. It keeps no page and answers no request of any.

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

const pages = () => clients.matchAll({ type: "window", includeUncontrolled: true });

async function show({ title, body, tag, icon, url }) {
  // Who has a page before their eyes sees it there.
  if ((await pages()).some((page) => page.visibilityState === "visible")) return;
  navigator.setAppBadge?.();
  await registration.showNotification(title, { body, tag, icon, renotify: true, data: { url } });
}

async function open(path) {
  const { href, pathname } = new URL(path, location.origin);
  const there = (await pages()).find((page) => new URL(page.url).pathname === pathname);
  await (there ? there.focus() : clients.openWindow(href));
}

// The browser's maker has moved it: messages must go elsewhere.
async function move({ oldSubscription, newSubscription }) {
  const { applicationServerKey } = oldSubscription.options;
  const made = newSubscription
    ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  const { endpoint, keys } = made.toJSON();
  const signer = btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)))
    .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const fields = { endpoint, ...keys, signer, instead: oldSubscription.endpoint };
  await fetch("/me/push", { method: "POST", body: new URLSearchParams(fields) });
}

addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});
addEventListener("pushsubscriptionchange", (event) => {
  if (event.oldSubscription) event.waitUntil(move(event));
});
