// The form for a new table: after every change it shows what can be chosen now. Only the server
// knows the rules, so the form is sent to it each time.

import { clearErrors } from "./forms.js";
import { all, one } from "./page.js";
import { renew } from "./renew.js";

const form = one("form#new");
let asked = 0;

async function preview() {
  const turn = ++asked;
  const query = new URLSearchParams(new FormData(form));
  try {
    const answer = await fetch(`${form.dataset.preview ?? form.getAttribute("action")}?${query}`);
    if (!answer.ok || turn !== asked) return; // a newer request is on its way
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const bound = all("input:disabled", form);
    renew(form, page.querySelector("form#new"));
    // Boxes that the server decides, or decided until now, take the server's value.
    for (const box of [...bound, ...all("input:disabled", form)]) box.checked = box.defaultChecked;
  } catch { /* submitting the form will show the error */ }
}

form?.addEventListener("change", () => {
  clearErrors();
  preview();
});
