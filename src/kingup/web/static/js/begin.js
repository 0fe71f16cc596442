// Starts a game against bots with one click, but two requests: the server commits to its deals,
// with the hash in its response, before it receives this device's random contribution.

import { all, randomKey } from "./page.js";

const send = (address, body) =>
  fetch(address, { method: "POST", headers: { Accept: "application/json" }, body });

/** Create the table that a form describes, and return the server's response, or null. */
async function set(form, submitter, key) {
  const body = new URLSearchParams(new FormData(form));
  if (submitter?.name) body.set(submitter.name, submitter.value);
  body.set("wait", "1");
  body.set("key", key);
  try {
    const answer = await send(form.getAttribute("action"), body);
    return answer.status === 201 ? await answer.json() : null;
  } catch {
    return null;
  }
}

document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (!form.matches("form[data-begin]") || submitter?.hasAttribute("formmethod")) return;
  event.preventDefault();
  if (form.hasAttribute("aria-busy")) return;
  form.setAttribute("aria-busy", "true");
  const key = randomKey();
  const table = await set(form, submitter, key);
  if (!table) {
    // The next page shows the error; if only the response was lost, it shows the same table.
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "key", value: key }));
    form.submit();
    return;
  }
  if (table.waiting.length) {
    const ready = new URLSearchParams({ contribution: randomKey(), key: randomKey() });
    for (const player of table.waiting) ready.append("player", player);
    await send(`${table.location}/confirm`, ready).catch(() => {}); // the lobby asks again
  }
  location.assign(table.location);
});

// After a return to this page, another game may be started.
addEventListener("pageshow", () => {
  for (const form of all("form[data-begin]")) form.removeAttribute("aria-busy");
});
