// How far an analysis is: asks every second, and opens it when it is ready. Without scripts the
// page reloads itself.

const PAUSE = 1_000; // milliseconds

customElements.define("analysis-progress", class extends HTMLElement {
  connectedCallback() { this.#ask(); }

  async #ask() {
    while (this.isConnected) {
      try {
        const answer = await fetch(this.dataset.from, { headers: { Accept: "application/json" } });
        const { state, progress, words } = await answer.json();
        if (state !== "waiting" && state !== "running") return location.reload();
        this.querySelector("progress").value = 100 * progress;
        this.querySelector("[role=status]").textContent = words;
      } catch { /* offline: try again */ }
      await new Promise((next) => setTimeout(next, PAUSE));
    }
  }
});
