// A lesson's page: the game's own modules, with a coach instead of other people. Every answer is
// a form; the response is what happened, beat by beat.

import { one, parse, table } from "./page.js";
import { handleDragging, refreshDragging, settle } from "./dragging.js";
import { handleForms, release } from "./forms.js";
import { handleKeyboard, refreshKeyboard } from "./keyboard.js";
import { handlePicking, pick, pickable, refreshPicking } from "./picking.js";
import { renew } from "./renew.js";
import { handleRules } from "./rules.js";
import { Stage } from "./stage.js";

const stage = new Stage({
  changed() {
    settle();
    release();
    pick(null);
    refresh();
  },
  arrived({ title }) {
    const sheet = one(".sheet");
    if (sheet) sheet.scrollTop = 0;
    document.title = title ?? document.title;
  },
  renew: (page) => renew(table(), parse(page)),
});

/** Apply the state that only this browser has. */
function refresh() {
  refreshPicking();
  refreshDragging();
  refreshKeyboard();
}

handlePicking({
  own: () => stage.scene.own,
  hover() {},
  picked() {
    refreshDragging();
    refreshKeyboard();
  },
});
handleDragging();
handleKeyboard();
handleRules();
handleForms({
  done(form, answer) {
    if (answer.beats || answer.scene || answer.page) stage.receive(answer);
  },
  failed() {
    settle();
    pick(null);
  },
});

// At a table, tapping a character that cannot move says why. Here it counts as an attempt, and
// the coach explains.
document.addEventListener("click", ({ target }) => {
  const token = target.closest?.("#tokens > [data-who]");
  const attempt = one("#attempt");
  if (!token || !attempt || pickable(token.dataset.who) || token.dataset.why === undefined) return;
  attempt.value = token.dataset.who;
  attempt.form.requestSubmit(attempt);
});

refresh();
