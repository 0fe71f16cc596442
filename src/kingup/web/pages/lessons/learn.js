// A lesson's page: the game's own modules, with a coach instead of other people. Every answer is
// a form; the response is the new page and the cues for what happened.

import { announce, one, table } from "./page.js";
import { handleDragging, refreshDragging, settle } from "./dragging.js";
import { handleForms } from "./forms.js";
import { handleKeyboard, refreshKeyboard } from "./keyboard.js";
import { handlePicking, pick, pickable, refreshPicking } from "./picking.js";
import { look, show } from "./moments.js";
import { morph, parse } from "./morph.js";
import { refreshPlaces } from "./places.js";

/** Show a response. */
function receive({ html, told, moments, title }) {
  const before = look();
  const inside = table().contains(document.activeElement);
  pick(null);
  morph(table(), parse(html));
  settle();
  refresh();
  if (inside && !shown(document.activeElement)) one("#panel").focus({ preventScroll: true });
  one(".sheet").scrollTop = 0;
  show(before, moments);
  announce(told);
  document.title = title;
}

/** Apply the state that only this browser has. */
function refresh() {
  refreshPlaces();
  refreshPicking();
  refreshDragging();
  refreshKeyboard();
}

const shown = (element) =>
  element && element !== document.body && (element.checkVisibility?.() ?? true);

handlePicking({
  hover() {},
  picked() {
    refreshDragging();
    refreshKeyboard();
  },
});
handleDragging();
handleKeyboard();
handleForms({
  done(form, answer) {
    if (answer.html) receive(answer);
  },
  failed() {
    settle();
    pick(null);
  },
});

// At a table, tapping a character that cannot move does nothing. Here it counts as an attempt, and
// the coach explains.
document.addEventListener("click", ({ target }) => {
  const token = target.closest?.("#tokens > [data-who]");
  const attempt = one("#attempt");
  if (!token || !attempt || pickable(token.dataset.who) || token.dataset.why === undefined) return;
  attempt.value = token.dataset.who;
  attempt.form.requestSubmit(attempt);
});

refresh();
