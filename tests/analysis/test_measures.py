"""How right analyses are: charts that come true, luck that is luck, losses in the right order."""

from __future__ import annotations

import numpy as np
import pytest
from bench.analysis import BOTS, EDITIONS, bins_of, play, results, said_and_was

from kingup.analysis import analyse

pytestmark = pytest.mark.full


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_chart_of_round_one_comes_true(edition: str) -> None:
    """T4: among courtiers and pages, better than equal chances; bins within 7 points."""
    said, was = said_and_was(edition, 80)
    assert ((said - was) ** 2).mean() < ((0.25 - was) ** 2).mean()
    for mean, share, number in bins_of(said, was):
        # Moments of a game have the same end, so a bin holds about as many games as seats won.
        noise = 2 * np.sqrt(mean * (1 - mean) / (number / 10))
        assert abs(mean - share) < 0.07 + noise


def test_without_luck_results_are_the_same_on_average_and_vary_less() -> None:
    """T5."""
    plain, adjusted = results(120)
    apart = adjusted - plain
    error = apart.std(axis=0) / np.sqrt(len(apart))
    assert (np.abs(apart.mean(axis=0)) < 3 * error).all()
    assert adjusted.var() < plain.var()


def test_weaker_bots_lose_more() -> None:
    """T3: by loss per decision, a page is worst and the trained player best."""
    lost = {bot: [0.0, 0] for bot in BOTS}
    labels = 0
    for seed in range(10):
        turned = BOTS[seed % 4 :] + BOTS[: seed % 4]
        game = play(EDITIONS[seed % 2], turned, 700 + seed)
        for player, bot in zip(analyse(game, seconds=2).players, turned, strict=True):
            lost[bot][0] += player.loss
            lost[bot][1] += player.decisions
            if bot == "sovereign":
                labels += sum(player.labels.values()) - player.labels["brilliant"]
    each = {bot: loss / number for bot, (loss, number) in lost.items()}
    assert each["page"] > each["courtier"] > each["sovereign"]
    assert each["chancellor:100"] > each["sovereign"]
    assert labels <= 0.05 * lost["sovereign"][1]
