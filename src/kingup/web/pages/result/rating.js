// How a game has changed the viewer's rating. Games are rated a moment after they end, so the page
// of the result asks for it; without scripts there is a link.

const PAUSES = [400, 800, 1_600, 3_000, 6_000]; // until the game is rated, in milliseconds

customElements.define("rating-change", class extends HTMLElement {
  #asked = false;

  connectedCallback() {
    if (this.#asked) return; // an update has moved the element
    this.#asked = true;
    this.#ask();
  }

  async #ask() {
    for (const pause of [...PAUSES, null]) {
      try {
        const headers = { Accept: "application/json" };
        const answer = await fetch(this.dataset.from, { headers });
        const { rated, lines } = await answer.json();
        if (rated) return this.#show(lines);
      } catch { /* the link stays */ }
      if (pause) await new Promise((next) => setTimeout(next, pause));
    }
  }

  #show(lines) {
    this.replaceChildren(...lines.map((line) =>
      Object.assign(document.createElement("p"), { textContent: line })));
  }
});
