// Starts a game against bots with one click, but two requests: the server commits to its deals,
// with the hash in its response, before it receives this device's random contribution.

import { clearErrors, showError } from "./forms.js";
import { all, randomKey } from "./page.js";

const send = (address, body) =>
  fetch(address, { method: "POST", headers: { Accept: "application/json" }, body });

/**
 * Create the table that a form describes.
 * @returns {Promise<object | null>} the table, or what is wrong with the form, with its `error`;
 *   null if no answer came
 */
async function create(form, submitter, key) {
  const body = new URLSearchParams(new FormData(form));
  if (submitter?.name) body.set(submitter.name, submitter.value);
  body.set("wait", "1");
  body.set("key", key);
  try {
    const answer = await send(form.getAttribute("action"), body);
    const said = answer.status < 500 ? await answer.json() : {};
    return answer.status === 201 || said.error ? said : null;
  } catch {
    return null;
  }
}

/** Submit the form as a page without scripts does, once more under the same key. */
function submitPlainly(form, submitter, key) {
  const fields = { key, ...(submitter?.name && { [submitter.name]: submitter.value }) };
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  form.submit();
}

document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (!form.matches("form[data-begin]") || submitter?.hasAttribute("formmethod")) return;
  event.preventDefault();
  if (form.hasAttribute("aria-busy")) return;
  form.setAttribute("aria-busy", "true");
  clearErrors();
  const key = randomKey();
  const table = await create(form, submitter, key);
  // The next page shows the error; if only the response was lost, it shows the same table.
  if (!table) return submitPlainly(form, submitter, key);
  if (table.error) {
    form.removeAttribute("aria-busy");
    return showError(form, table.error, table.field);
  }
  if (table.waiting.length) {
    const ready = new URLSearchParams({ contribution: randomKey(), key: randomKey() });
    for (const player of table.waiting) ready.append("player", player);
    await send(`/t/${table.code}/confirm`, ready).catch(() => {}); // the lobby asks again
  }
  location.assign(table.location);
});

// After a return to this page, another game may be started.
addEventListener("pageshow", () => {
  for (const form of all("form[data-begin]")) form.removeAttribute("aria-busy");
});
