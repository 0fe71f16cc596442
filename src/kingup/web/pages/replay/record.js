// The form for a record: a chosen file fills the field.

import { mark, one } from "./page.js";

one("#file").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  const tooLong = file && file.size > Number(target.dataset.most) * 4; // at most so many bytes
  mark(one("#file-error"), "hidden", !tooLong);
  if (!file || tooLong) return;
  one("#record").value = await file.text();
  one("#record").focus();
});
