/* Browsers start no workers for pages opened from a disk. There, the search runs in a hidden frame. */
if (location.protocol === "file:") {
  window.Worker = class {
    constructor(address) {
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => setTimeout(() => this.onmessage?.({ data }));
      this.ready = new Promise((resolve, reject) => {
        const script = inside.document.createElement("script");
        script.src = new URL(address, document.baseURI);
        script.onload = resolve;
        script.onerror = reject;
        inside.document.body.append(script);
      });
      this.ready.catch((event) => this.onerror?.(event));
    }

    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow?.onmessage({ data }), () => {});
    }

    terminate() {
      this.frame.remove();
    }
  };
}
