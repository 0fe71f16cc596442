// Short synthesised sounds.

const audio = new AudioContext();

/** Browsers let a page make sounds only after a tap. */
export const wake = () => audio.resume();

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (audio.state === "running") SOUNDS[name]?.(audio.currentTime + 0.01);
}

/** A gain that rises, then fades; every sound goes through one. */
function envelope(at, length, gain, attack) {
  const node = audio.createGain();
  node.gain.setValueAtTime(0.0001, at);
  node.gain.exponentialRampToValueAtTime(gain, at + attack);
  node.gain.exponentialRampToValueAtTime(0.0001, at + length);
  node.connect(audio.destination);
  return node;
}

function tone(at, length, from, { to = from, type = "sine", gain = 0.2, attack = 0.005, cut } = {}) {
  const source = audio.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  through(source, cut && { type: "lowpass", cut }).connect(envelope(at, length, gain, attack));
  source.start(at);
  source.stop(at + length);
}

function noise(at, length, cut, { type = "bandpass", gain = 0.2, attack = 0.003, q = 1 } = {}) {
  const source = audio.createBufferSource();
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  source.buffer = buffer;
  through(source, { type, cut, q }).connect(envelope(at, length, gain, attack));
  source.start(at);
}

function through(source, filter) {
  if (!filter) return source;
  const node = audio.createBiquadFilter();
  node.type = filter.type;
  node.frequency.value = filter.cut;
  node.Q.value = filter.q ?? 1;
  return source.connect(node);
}

function clog(at, pitch) {
  tone(at, 0.07, pitch, { to: pitch * 0.7, type: "triangle", gain: 0.3, attack: 0.002 });
  noise(at, 0.03, pitch * 4, { gain: 0.15, q: 4 });
}

function bell(at, pitch, gain, length) {
  for (const [ratio, share] of [[1, 1], [2.76, 0.5], [5.4, 0.25]]) {
    tone(at, length / ratio ** 0.4, pitch * ratio, { gain: gain * share, attack: 0.002 });
  }
}

const SOUNDS = {
  /** Two clogs on a stair. */
  climb: (at) => { clog(at, 300); clog(at + 0.16, 380); },
  /** Paper on cloth. */
  card: (at) => noise(at, 0.12, 2400, { gain: 0.12, attack: 0.03, q: 0.6 }),
  /** A held breath and one drum. */
  reveal: (at) => {
    noise(at, 0.3, 900, { gain: 0.05, attack: 0.25, q: 0.5 });
    tone(at + 0.3, 0.4, 120, { to: 45, gain: 0.5 });
    noise(at + 0.3, 0.05, 400, { gain: 0.2 });
  },
  /** An iron gate. */
  no: (at) => {
    noise(at, 0.25, 500, { gain: 0.1, attack: 0.2, q: 2 });
    for (const pitch of [160, 247, 391, 587]) {
      tone(at + 0.25, 0.5, pitch, { type: "square", gain: 0.06, cut: 1800 });
    }
    noise(at + 0.25, 0.08, 1200, { gain: 0.3 });
  },
  /** A descending bassoon. */
  belly: (at) => [196, 165, 131, 104].forEach((pitch, i) => {
    tone(at + i * 0.15, 0.2, pitch, { to: pitch * 0.94, type: "sawtooth", attack: 0.03, cut: 700 });
  }),
  /** Three horns and a bell. */
  crown: (at) => {
    [[0, 262], [0.2, 330], [0.4, 392]].forEach(([delay, pitch]) => tone(at + delay,
      1 - delay, pitch, { type: "sawtooth", gain: 0.12, attack: 0.06, cut: 1400 }));
    bell(at + 0.6, 784, 0.15, 1.4);
  },
  /** One small handbell: it is your turn. */
  turn: (at) => bell(at, 1320, 0.12, 0.9),
};
