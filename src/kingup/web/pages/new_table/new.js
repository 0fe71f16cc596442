// The form for a new table: what is impossible greys out as one chooses. Only the server knows
// the rules, so it is asked with the form as it stands.

import { all, one } from "./page.js";
import { morph } from "./morph.js";

const form = one("form#new");
let asked = 0;

async function preview() {
  const turn = ++asked;
  const query = new URLSearchParams(new FormData(form));
  try {
    const answer = await fetch(`${form.dataset.preview ?? form.getAttribute("action")}?${query}`);
    if (!answer.ok || turn !== asked) return; // somebody chose on: a newer answer comes
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const bound = all("input:disabled", form);
    morph(form, page.querySelector("form#new"));
    // Where the server decides, or did until now, nobody has chosen anything.
    for (const box of [...bound, ...all("input:disabled", form)]) box.checked = box.defaultChecked;
  } catch { /* sending the form will tell */ }
}

form?.addEventListener("change", preview);
