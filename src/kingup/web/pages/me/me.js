// A person's own pages: a transfer code from the address, passkeys, push messages.

import { one } from "./page.js";

const field = one("[data-from-address]");
if (field && location.hash.length > 1) {
  field.value = decodeURIComponent(location.hash.slice(1));
  history.replaceState(null, "", location.pathname); // the code works only once
  field.form.querySelector("button").focus();
}
if (one("[data-passkeys]")) import("./passkey.js");
if (one("[data-push]")) import("./push.js");
