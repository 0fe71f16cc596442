"""Train a small policy until it beats three pages: PPO in one file, with NumPy alone.

    python train_policy.py --seconds 120 --curve curve.svg --weights policy.npz

docs/tutorial-training.md walks through it.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Any

# One thread multiplies matrices this small faster than several that wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from kingup.envs.gym import KingUpVectorEnv
from kingup.rules.features import BLOCKS, OFFSETS

LENGTHS = {block.name: block.length for block in BLOCKS}
TOPS = {block.name: block.top for block in BLOCKS}

GAMES = 512  # played in parallel
STEPS = 48  # decisions in each game between two updates of the policy
HIDDEN = 64
MINIBATCH = 2048
PASSES = 3
RATE = 3e-3
CLIP = 0.2
ENTROPY = 0.005
TRACE = 0.95  # lambda of the generalised advantage estimate
CHARACTERS = 14
FAIR = 1 / 4  # what a page would win against three others

Array = Any


def block(seen: Array, name: str) -> Array:
    """Return a block of features by its name in docs/observation.md, scaled to about 0 to 1."""
    part = slice(OFFSETS[name], OFFSETS[name] + LENGTHS[name])
    return seen[:, part].astype(np.float32) / TOPS[name]


def features(seen: Array) -> tuple[Array, Array, Array]:
    """Return the network's inputs: each character, the table, and the candidate."""
    number = len(seen)
    candidate = block(seen, "candidate")
    pushes = block(seen, "pushes").reshape(number, 8, CHARACTERS)
    placed = block(seen, "placed").reshape(number, 8, CHARACTERS)
    single = [block(seen, "own"), candidate, block(seen, "climbers")]
    single += [pushes[:, 0], pushes[:, 1:].sum(axis=1), placed[:, 1:].sum(axis=1)]
    places = block(seen, "places").reshape(number, CHARACTERS, -1)
    each = np.concatenate([places, np.stack(single, axis=2)], axis=2)
    scores = block(seen, "score")[:, :4]
    table = [block(seen, name) for name in ("phase", "round", "stoppers", "quiet", "full")]
    table += [block(seen, "no-cards")[:, :4], scores[:, :1] - scores[:, 1:]]
    table += [block(seen, "bellyaches")[:, :4]]
    return each, np.concatenate(table, axis=1), candidate[:, :, None]


class Network:
    """One small layer, shared by all characters, which also sees the table.

    Its outputs: for each character four logits to place it and one to move it; three for the
    vote; two for Ambition; and the expected reward. Sharing the layer makes it learn fast: what it
    learns about one character holds for all.
    """

    def __init__(self, each: int, table: int, seed: int) -> None:
        rng = np.random.default_rng(seed)

        def layer(rows: int, columns: int, size: float) -> Array:
            return (rng.standard_normal((rows, columns)) * size).astype(np.float32)

        self.weights = {
            "each": layer(each, HIDDEN, 0.4),
            "table": layer(table, HIDDEN, 0.2),
            "bias": np.zeros(HIDDEN, np.float32),
            "character": layer(HIDDEN, 5, 0.02),
            "context": layer(HIDDEN, 5, 0.02),
            "crowd": layer(HIDDEN, 6, 0.02),
            "candidate": layer(HIDDEN, 6, 0.02),
            "rest": np.zeros(6, np.float32),
        }
        self.mean = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self.square = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._updates = 0

    def forward(self, seen: Array, masks: Array) -> tuple[Any, Array, Array]:
        """Return the layers for `improve`, the odds of the legal actions, and the values."""
        w = self.weights
        each, table, candidate = features(seen)
        base = table @ w["table"] + w["bias"]
        hidden = np.maximum(each @ w["each"] + base[:, None], 0)
        crowd = hidden.mean(axis=1)
        voted_on = (hidden * candidate).sum(axis=1)
        moves = hidden @ w["character"] + (crowd @ w["context"])[:, None]
        rest = crowd @ w["crowd"] + voted_on @ w["candidate"] + w["rest"]
        logits = np.concatenate(
            [moves[:, :, :4].reshape(len(seen), -1), moves[:, :, 4], rest[:, :5]], axis=1
        )
        logits = np.where(masks > 0, logits, -1e9)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        odds /= odds.sum(axis=1, keepdims=True)
        return (each, table, candidate, hidden, crowd, voted_on), odds, rest[:, 5]

    def improve(self, batch: dict[str, Array], rate: float) -> None:
        """Take one step of Adam down the gradient of PPO's loss, worked out by hand."""
        layers, odds, values = self.forward(batch["seen"], batch["masks"])
        number = len(values)
        rows = np.arange(number)
        ratio = odds[rows, batch["actions"]] / batch["chances"]
        gain = batch["advantages"]
        # Clipped samples do not contribute.
        free = ~(((ratio > 1 + CLIP) & (gain > 0)) | ((ratio < 1 - CLIP) & (gain < 0)))
        push = free * gain * ratio
        slope = push[:, None] * odds
        slope[rows, batch["actions"]] -= push
        logs = np.log(odds + 1e-9)
        slope += ENTROPY * odds * (logs - (odds * logs).sum(axis=1, keepdims=True))
        error = values - batch["returns"]
        self._descend(layers, slope / number, error / number, rate)

    def _descend(self, layers: Any, slope: Array, error: Array, rate: float) -> None:
        """Propagate the gradients of logits and values back through the layers."""
        w = self.weights
        each, table, candidate, hidden, crowd, voted_on = layers
        places = slope[:, :56].reshape(-1, CHARACTERS, 4)
        moves = np.concatenate([places, slope[:, 56:70, None]], axis=2)
        rest = np.concatenate([slope[:, 70:], error[:, None]], axis=1)
        of_all = moves.sum(axis=1)
        of_crowd = of_all @ w["context"].T + rest @ w["crowd"].T
        back = moves @ w["character"].T + of_crowd[:, None] / CHARACTERS
        back += candidate * (rest @ w["candidate"].T)[:, None]
        back *= hidden > 0
        flat = back.reshape(-1, HIDDEN)
        gradients = {
            "each": each.reshape(len(flat), -1).T @ flat,
            "table": table.T @ back.sum(axis=1),
            "bias": flat.sum(axis=0),
            "character": hidden.reshape(-1, HIDDEN).T @ moves.reshape(-1, 5),
            "context": crowd.T @ of_all,
            "crowd": crowd.T @ rest,
            "candidate": voted_on.T @ rest,
            "rest": rest.sum(axis=0),
        }
        self._updates += 1
        unbias = np.sqrt(1 - 0.999**self._updates) / (1 - 0.9**self._updates)
        for name, gradient in gradients.items():
            self.mean[name] += 0.1 * (gradient - self.mean[name])
            self.square[name] += 0.001 * (gradient**2 - self.square[name])
            w[name] -= rate * unbias * self.mean[name] / (np.sqrt(self.square[name]) + 1e-8)


def draw(odds: Array, rng: np.random.Generator) -> Array:
    """Draw an action for each row by its odds."""
    points = rng.random((len(odds), 1)) * 0.999999
    return (odds.cumsum(axis=1) <= points).sum(axis=1)


def collect(env: Any, net: Network, seen: Any, rng: np.random.Generator) -> tuple[Any, Any, Any]:
    """Play some steps; return the batch, the next observations, and the rewards of ended games."""
    shape = (STEPS, env.num_envs)
    stored: dict[str, Array] = {
        "seen": np.zeros((*shape, seen["observation"].shape[1]), np.uint8),
        "masks": np.zeros((*shape, seen["action_mask"].shape[1]), np.int8),
        "actions": np.zeros(shape, np.int64),
        "chances": np.zeros(shape, np.float32),
        "values": np.zeros((STEPS + 1, env.num_envs), np.float32),
    }
    rewards, ended = np.zeros(shape, np.float32), np.zeros(shape, bool)
    for step in range(STEPS):
        _, odds, values = net.forward(seen["observation"], seen["action_mask"])
        actions = draw(odds, rng)
        stored["seen"][step] = seen["observation"]
        stored["masks"][step] = seen["action_mask"]
        stored["actions"][step] = actions
        stored["chances"][step] = odds[np.arange(len(actions)), actions]
        stored["values"][step] = values
        seen, rewards[step], ended[step], _, _ = env.step(actions)
    _, _, stored["values"][STEPS] = net.forward(seen["observation"], seen["action_mask"])
    values = stored.pop("values")
    advantages = np.zeros(shape, np.float32)
    trace = np.zeros(env.num_envs, np.float32)
    for step in reversed(range(STEPS)):
        goes_on = ~ended[step]
        surprise = rewards[step] + goes_on * values[step + 1] - values[step]
        trace = surprise + goes_on * TRACE * trace
        advantages[step] = trace
    stored["returns"] = advantages + values[:-1]
    stored["advantages"] = advantages
    flat = {name: array.reshape(-1, *array.shape[2:]) for name, array in stored.items()}
    return flat, seen, rewards[ended]


def learn(net: Network, batch: dict[str, Array], rng: np.random.Generator, rate: float) -> None:
    """Improve a policy with the batch it has just played."""
    gain = batch["advantages"]
    batch["advantages"] = (gain - gain.mean()) / (gain.std() + 1e-8)
    for _ in range(PASSES):
        order = rng.permutation(len(gain))
        for start in range(0, len(order), MINIBATCH):
            rows = order[start : start + MINIBATCH]
            net.improve({name: array[rows] for name, array in batch.items()}, rate)


def evaluate(net: Network, edition: str, games: int, seed: int) -> float:
    """Return the share of games against pages that the policy wins."""
    env = make(edition, min(games, 500))
    rng = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    won: list[float] = []
    while len(won) < games:
        _, odds, _ = net.forward(seen["observation"], seen["action_mask"])
        seen, rewards, ended, _, _ = env.step(draw(odds, rng))
        won += (rewards[ended] + FAIR).tolist()
    return float(np.mean(won))


def make(edition: str, games: int) -> KingUpVectorEnv:
    """Return games of one learner against three pages, with the learner in each seat equally."""
    return KingUpVectorEnv(games, edition, seats=4, opponents="page", copy=False)


def curve_svg(points: list[tuple[float, float]]) -> str:
    """Return the learning curve as SVG: the share of games won over millions of decisions."""
    width, height, left, foot = 640, 320, 56, 40
    most = max(x for x, _ in points) or 1
    top = max(0.5, *(y for _, y in points))

    def at(x: float, y: float) -> tuple[float, float]:
        return left + x / most * (width - left - 16), (1 - y / top) * (height - foot - 16) + 16

    line = " ".join("{:.1f},{:.1f}".format(*at(x, y)) for x, y in points)
    texts = []
    for i in range(6):
        x, y = at(most * i / 5, 0)
        label = f"{most * i / 5:.1f}"
        texts.append(f'<text x="{x:.0f}" y="{y + 18:.0f}" text-anchor="middle">{label}</text>')
        x, y = at(0, top * i / 5)
        label = f"{top * i / 5:.0%}"
        texts.append(f'<text x="{x - 6:.0f}" y="{y + 4:.0f}" text-anchor="end">{label}</text>')
        texts.append(f'<path d="M{x:.0f} {y:.0f}H{width - 16}" stroke="#ddd"/>')
    x, y = at(0, FAIR)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="12" role="img" aria-label="learning curve">'
        f'<rect width="{width}" height="{height}" fill="#fff"/>{"".join(texts)}'
        f'<path d="M{x:.0f} {y:.1f}H{width - 16}" stroke="#b44" stroke-dasharray="5 4"/>'
        f'<text x="{width - 18}" y="{y - 5:.0f}" text-anchor="end" fill="#b44">a page</text>'
        f'<polyline points="{line}" fill="none" stroke="#246" stroke-width="2.5"/>'
        f'<text x="{width / 2}" y="{height - 4}" text-anchor="middle">million decisions</text>'
        f'<text x="{left}" y="12">games won against three pages</text></svg>\n'
    )


def train(
    edition: str, seconds: float, games: int = GAMES, seed: int = 1, updates: int | None = None
) -> tuple[Network, list[tuple[float, float]]]:
    """Train for some seconds, or for exactly `updates`; return the policy and its curve."""
    env = make(edition, games)
    rng = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    each, table, _ = features(seen["observation"])
    net = Network(each.shape[2], table.shape[1], seed)
    points: list[tuple[float, float]] = []
    recent: list[float] = []
    start = time.monotonic()
    progress = 0.0
    while progress < 1:
        batch, seen, rewards = collect(env, net, seen, rng)
        learn(net, batch, rng, RATE * max(0.1, 1 - progress))
        recent = (recent + (rewards + FAIR).tolist())[-2000:]
        decisions = (len(points) + 1) * STEPS * games
        points.append((decisions / 1e6, float(np.mean(recent or [FAIR]))))
        elapsed = time.monotonic() - start
        progress = len(points) / updates if updates else elapsed / seconds
        print(f"{elapsed:5.0f} s  {decisions:>9,} decisions  wins {points[-1][1]:.1%}")
    return net, points


def main() -> None:
    """Train, evaluate the policy, and write the learning curve and the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edition", default="kingup")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--updates", type=int, help="train for this many updates instead")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--test-games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path)
    parser.add_argument("--weights", type=Path)
    given = parser.parse_args()
    net, points = train(given.edition, given.seconds, given.games, given.seed, given.updates)
    share = evaluate(net, given.edition, given.test_games, given.seed + 1)
    print(f"wins {share:.1%} of games against three pages; a page would win {FAIR:.0%}")
    if given.curve:
        given.curve.write_text(curve_svg(points), encoding="utf-8")
    if given.weights:
        np.savez_compressed(given.weights, **net.weights)


if __name__ == "__main__":
    main()
