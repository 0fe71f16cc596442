// Making and using passkeys, or saying why the browser cannot.

import { one, word } from "./page.js";

const place = one("[data-passkeys]");
const said = one("[data-said]", place);
const left = one("[data-left]", place);

/** @returns {string} why passkeys are unavailable; empty if they are available */
function obstacle() {
  if (!isSecureContext) return "insecure";
  if (/^(\d+\.){3}\d+$|^\[/.test(location.hostname)) return "number";
  return "PublicKeyCredential" in window ? "" : "unknown";
}

function say(sentence) {
  const note = document.createElement("p");
  note.className = "error";
  note.textContent = sentence;
  said.replaceChildren(note);
}

async function post(address, fields = {}) {
  const headers = { Accept: "application/json" };
  const body = new URLSearchParams(fields);
  const answer = await fetch(address, { method: "POST", headers, body });
  const json = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(json.error), { told: json.error });
  return json;
}

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

const readKeys = (keys = []) => keys.map((key) => ({ ...key, id: bytes(key.id) }));

/** A credential as JSON, even in browsers without toJSON. */
function written({ id, rawId, type, response }) {
  const names = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const parts = names.filter((name) => response[name]).map((name) => [name, text(response[name])]);
  return JSON.stringify({
    id, rawId: text(rawId), type, response: Object.fromEntries(parts), clientExtensionResults: {},
  });
}

async function make() {
  const options = await post("/me/passkey/options");
  options.challenge = bytes(options.challenge);
  options.user.id = bytes(options.user.id);
  options.excludeCredentials = readKeys(options.excludeCredentials);
  const credential = await navigator.credentials.create({ publicKey: options });
  await post("/me/passkey", { credential: written(credential) });
  location.assign("/me");
}

async function signIn(leave) {
  if (!leave && "games" in place.dataset) {
    left.hidden = false;
    one("button", left).focus();
    return;
  }
  const options = await post("/me/sign-in/options");
  options.challenge = bytes(options.challenge);
  options.allowCredentials = readKeys(options.allowCredentials);
  const credential = await navigator.credentials.get({ publicKey: options });
  await post("/me/sign-in", { credential: written(credential), leave: leave ? "1" : "0" });
  location.assign("/me");
}

/** Run one attempt at a time, and show errors beside the buttons. */
async function attempt(work) {
  if (place.getAttribute("aria-busy") === "true") return;
  place.setAttribute("aria-busy", "true");
  said.replaceChildren();
  try {
    await work();
  } catch (error) {
    say(error.told ?? (error.name === "InvalidStateError" ? place.dataset.known
      : error.name === "NotAllowedError" ? place.dataset.cancelled : word("failed")));
  }
  place.removeAttribute("aria-busy");
}

const why = obstacle();
if (why) {
  one(`[data-why=${why}]`, place).hidden = false;
} else {
  for (const button of place.querySelectorAll("[data-make-passkey], [data-sign-in]")) {
    button.hidden = false;
  }
  place.addEventListener("click", ({ target }) => {
    if (target.closest("[data-make-passkey]")) attempt(make);
    if (target.closest("[data-sign-in]")) attempt(() => signIn(false));
    if (target.closest("[data-leave]")) attempt(() => signIn(true));
  });
}
