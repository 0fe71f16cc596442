// Watching together: a socket that brings the leader's position, or takes it to the others.

/** @typedef {{moment: string, as: string}} Position */

/**
 * @param {string} path of the socket
 * @param {(position: Position) => void} follow
 * @param {() => Position} here where this page is: a leader says it when the socket opens
 */
export function join(path, follow, here) {
  const url = new URL(path, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  const leads = document.getElementById("table").dataset.leads !== undefined;
  let socket;
  let failures = 0;
  let last = null; // where the leader is
  let wish = null; // what the leader says next, at most ten times a second
  let timer;

  function open() {
    socket = new WebSocket(url);
    socket.onopen = () => {
      failures = 0;
      if (leads) tell(here());
    };
    socket.onmessage = ({ data }) => {
      last = JSON.parse(data);
      follow(last);
    };
    socket.onclose = ({ code }) => {
      if ([4403, 4404, 1008].includes(code)) return; // it would be refused again
      failures += 1;
      setTimeout(open, Math.min(10_000, 250 * 2 ** failures) * (0.5 + Math.random() / 2));
    };
  }

  function tell(position) {
    wish = position;
    timer ??= setTimeout(() => {
      timer = undefined;
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(wish));
    }, 100);
  }

  open();
  return { tell, again: () => last && follow(last) };
}
