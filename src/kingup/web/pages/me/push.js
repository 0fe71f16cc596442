// Switches push messages to this device on and off, if the browser supports them.

import { one, word } from "./page.js";

const place = one("[data-push]");
const on = one("[data-push-on]", place);
const off = one("[data-push-off]", place);
const said = one("[data-said]", place);

const possible = () => "serviceWorker" in navigator && "PushManager" in window;

const current = async () =>
  (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription();

async function post(address, fields) {
  const headers = { Accept: "application/json" };
  const answer = await fetch(address, { method: "POST", headers, body: new URLSearchParams(fields) });
  const json = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(json.error), { told: json.error });
}

async function switchOn() {
  if (await Notification.requestPermission() !== "granted") {
    throw Object.assign(new Error(), { told: word("denied") });
  }
  await navigator.serviceWorker.register("/sw.js");
  const registration = await navigator.serviceWorker.ready;
  const key = place.dataset.push.replaceAll("-", "+").replaceAll("_", "/");
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: Uint8Array.from(atob(key), (sign) => sign.charCodeAt(0)),
  });
  const { endpoint, keys } = subscription.toJSON();
  await post("/me/push", { endpoint, key: keys.p256dh, auth: keys.auth });
}

async function switchOff() {
  const subscription = await current();
  if (!subscription) return;
  await post("/me/push/remove", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

async function refresh() {
  const subscribed = Boolean(await current());
  on.hidden = subscribed;
  off.hidden = !subscribed;
}

async function attempt(work, then) {
  said.replaceChildren();
  try {
    await work();
    await refresh();
    then.focus();
  } catch (error) {
    const note = document.createElement("p");
    note.className = "error";
    note.textContent = error.told ?? place.dataset.failed;
    said.replaceChildren(note);
  }
}

if (!isSecureContext) one("[data-why=insecure]", place).hidden = false;
else if (!possible()) one("[data-why=unknown]", place).hidden = false;
else {
  on.addEventListener("click", () => attempt(switchOn, off));
  off.addEventListener("click", () => attempt(switchOff, on));
  refresh();
}
