// The service worker: shows a notification when it is the person's turn, and opens the table.

self.addEventListener("push", (event) => {
  let said = {};
  try { said = event.data.json(); } catch { /* not ours */ }
  const { title, body, tag, url } = said;
  if (typeof title !== "string") return;
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { url } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = String(event.notification.data?.url ?? "/");
  const url = new URL(/^\/t\/[\w-]+$/.test(path) ? path : "/", self.location.origin).href;
  event.waitUntil((async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const open = pages.find((page) => page.url.split(/[?#]/)[0] === url);
    await (open ? open.focus() : self.clients.openWindow(url));
  })());
});

// The browser has a new push address: send it to the server.
self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil((async () => {
    const options = event.oldSubscription?.options;
    const fresh = event.newSubscription ?? (options && await self.registration.pushManager.subscribe(options));
    if (!fresh) return;
    const { endpoint, keys } = fresh.toJSON();
    const body = new URLSearchParams({ endpoint, key: keys.p256dh, auth: keys.auth });
    await fetch("/me/push", { method: "POST", headers: { Accept: "application/json" }, body });
  })());
});
