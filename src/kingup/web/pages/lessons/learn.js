// A lesson's page: the game's own parts, with a coach instead of other people. Every answer is a
// form; what comes back is the page as it is then, and what has happened in between.

import { announce, one, table } from "./page.js";
import { handleDragging, refreshDragging, settle } from "./dragging.js";
import { handleForms } from "./forms.js";
import { handleKeyboard, refreshKeyboard } from "./keyboard.js";
import { handlePicking, pick, pickable, refreshPicking } from "./picking.js";
import { look, show } from "./moments.js";
import { morph, parse } from "./morph.js";
import { refreshPlaces } from "./places.js";

/** Take the answer in. */
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

/** Apply to the page what only this browser knows. */
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

// At the table a tap on somebody who cannot move does nothing. Here it is an attempt, too: the
// coach says what is in the way.
document.addEventListener("click", ({ target }) => {
  const token = target.closest?.("#tokens > [data-who]");
  const attempt = one("#attempt");
  if (!token || !attempt || pickable(token.dataset.who) || token.dataset.why === undefined) return;
  attempt.value = token.dataset.who;
  attempt.form.requestSubmit(attempt);
});

refresh();
