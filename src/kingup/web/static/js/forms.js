// Forms with data-live are sent without leaving the page, each exactly once: over the socket if it
// is open, else as a request.

import { mark, randomKey, table, word } from "./page.js";

const busy = new WeakSet();
/** @type {Set<HTMLFormElement>} answered forms whose effect is not shown yet */
const held = new Set();
const PAUSES = [300, 800, 2_000, 4_000]; // before each retry, in milliseconds
const BUSY = [502, 503, 504]; // worth a retry
const SPOKEN = /\/t\/[^/]+\/(act|continue)$/; // what may go over the socket

/**
 * @param {{done: (form: HTMLFormElement, answer: object) => boolean | void,
 *          failed: (form: HTMLFormElement, answer: object) => void,
 *          tell?: (name: string, form: URLSearchParams)
 *            => Promise<{status: number, answer: object} | null>}} handlers `done` returns
 *   whether the form stays busy until `release` is called
 */
export function handleForms(handlers) {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-live]")) return;
    event.preventDefault();
    if (!busy.has(form) && !("down" in (table()?.dataset ?? {}))) {
      send(form, event.submitter, handlers);
    }
  });
}

async function send(form, submitter, { done, failed, tell }) {
  busy.add(form);
  clearErrors();
  const body = new URLSearchParams(new FormData(form));
  if (submitter?.name) body.set(submitter.name, submitter.value);
  if (!body.has("number") && table()) body.set("number", table().dataset.number);
  body.set("key", randomKey());
  if (body.get("contribution") === "") body.set("contribution", randomKey()); // to the fair deals
  // Not form.action: a button named "action" would shadow it.
  const address = submitter?.getAttribute("formaction") ?? form.getAttribute("action");
  form.setAttribute("aria-busy", "true");
  if (form.id === "act") mark(table(), "data-busy", true);
  const answer = (await say(address, body, tell)) ?? (await post(address, body));
  if (answer.location) location.assign(answer.location);
  else if (answer.error) {
    showError(form, answer.error, answer.field);
    failed(form, answer);
  } else {
    if (form.id !== "act") form.reset();
    if (answer.link) showLink(form, answer.link);
    else if (done(form, answer) === true) return void held.add(form);
  }
  free(form);
}

function free(form) {
  form.removeAttribute("aria-busy");
  if (form.id === "act") mark(table(), "data-busy", null);
  busy.delete(form);
}

/** What was sent is shown now: forms may be sent again. */
export function release() {
  for (const form of held) free(form);
  held.clear();
}

/** Send over the socket; null if no answer came. */
async function say(address, body, tell) {
  const name = SPOKEN.exec(address)?.[1];
  const said = name && tell ? await tell(name, body) : null;
  return said && !BUSY.includes(said.status) ? said.answer : null;
}

/** Send until a response comes. The key stays the same, so the server acts at most once. */
async function post(address, body) {
  for (const pause of [...PAUSES, null]) {
    try {
      const headers = { Accept: "application/json" };
      const answer = await fetch(address, { method: "POST", headers, body });
      if (!BUSY.includes(answer.status)) {
        const json = answer.headers.get("Content-Type")?.includes("json");
        const said = json ? await answer.json() : {};
        return answer.ok || said.error ? said : { error: word("failed") };
      }
    } catch { /* a network error: try again */ }
    if (pause) await new Promise((next) => setTimeout(next, pause));
  }
  return { error: word("failed") };
}

/** Show a link that the server sends once, for copying. */
function showLink(form, link) {
  const place = form.querySelector("[data-link]") ?? form.parentElement.querySelector("[data-link]");
  if (!place) return;
  place.hidden = false;
  place.dataset.keep = "";
  const field = place.querySelector("input");
  if (field) field.value = link;
  else place.prepend(link);
  const button = place.querySelector("[data-copy]");
  if (button) button.dataset.copy = link;
  (button ?? field)?.focus();
}

/** Show an error beside what caused it, in view. It stays until the next attempt. */
export function showError(form, sentence, field) {
  clearErrors();
  const note = document.createElement("p");
  note.className = "error";
  note.dataset.keep = "";
  note.setAttribute("role", "alert");
  note.textContent = sentence;
  const named = field && form.elements.namedItem(field);
  const input = named instanceof RadioNodeList ? named[0] : named;
  if (!form.isConnected) {
    note.classList.add("flash", "is-over"); // an update has removed the form meanwhile
    document.body.prepend(note);
  } else if (input instanceof Element) {
    for (let fold = input.closest("details"); fold; fold = fold.parentElement.closest("details")) {
      fold.open = true;
    }
    if (named === input) {
      note.id = `${field}-error`;
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", note.id);
      input.after(note);
    } else {
      input.closest("[role=radiogroup], fieldset, form").after(note);
    }
    input.focus({ preventScroll: true });
    note.scrollIntoView({ block: "center" });
  } else {
    // Beside the form if possible: the form itself may be removed by the next update.
    const place = form.querySelector("[data-error]") ??
      form.parentElement.querySelector(":scope > [data-error]");
    (place ?? form).append(note);
  }
}

/** Remove the errors that are shown. */
export function clearErrors() {
  for (const note of document.querySelectorAll(".error[data-keep]")) note.remove();
  for (const input of document.querySelectorAll("[aria-invalid]")) {
    input.removeAttribute("aria-invalid");
    if (input.getAttribute("aria-describedby")?.endsWith("-error")) {
      input.removeAttribute("aria-describedby");
    }
  }
}
