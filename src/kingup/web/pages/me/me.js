// The pages about oneself: a code from the address, passkeys, and messages to this device.

import { one } from "./page.js";

const field = one("[data-from-address]");
if (field && location.hash.length > 1) {
  field.value = decodeURIComponent(location.hash.slice(1));
  history.replaceState(null, "", location.pathname); // it works once: nothing to keep
  field.form.querySelector("button").focus();
}
if (one("[data-passkeys]")) import("./passkey.js");
if (one("[data-push]")) import("./push.js");
