// One moment of an analysis. It shows what a form with `data-moments` chooses, or the moment of the
// event `kingup:moment` on the document (detail: name, as). The server sends nothing that lies
// after the moment, nor what its observer could not know, unless all cards are open.

customElements.define("analysis-moment", class extends HTMLElement {
  #known = new Map(); // what was fetched, by address
  #wanted = "";
  #unlisten = new AbortController();

  connectedCallback() {
    this.#unlisten = new AbortController();
    const { signal } = this.#unlisten;
    document.addEventListener("kingup:moment", ({ detail }) => {
      if (this.checkVisibility()) this.show(detail.name, detail.as);
    }, { signal });
    const form = document.querySelector("form[data-moments]");
    if (form) this.#follow(form, signal);
  }

  disconnectedCallback() { this.#unlisten.abort(); }

  #follow(form, signal) {
    const { moment, as } = form.elements;
    const range = form.querySelector("input[type=range]");
    const tell = () => {
      range.value = moment.selectedIndex;
      range.setAttribute("aria-valuetext", moment.selectedOptions[0].textContent);
    };
    tell();
    form.addEventListener("input", ({ target }) => {
      if (target === range) moment.selectedIndex = Number(range.value);
      tell();
      this.show(moment.value, as.value);
    }, { signal });
  }

  /** Show a moment as an observer could know it: public, open, or a seat's number. */
  async show(name, as = "public") {
    const query = new URLSearchParams({ at: name, as });
    if (this.dataset.open) query.set("open", this.dataset.open);
    const address = `${this.dataset.from}?${query}`;
    this.#wanted = address;
    if (!this.#known.has(address)) {
      try {
        const answer = await fetch(address);
        if (answer.ok) this.#known.set(address, await answer.text());
      } catch { /* offline */ }
    }
    if (this.#wanted !== address) return; // another was chosen meanwhile
    this.innerHTML = this.#known.get(address) ?? ""; // never what belongs to a later moment
  }
});
