"""The arena: bots play each other over rotated deals, and the results are measured and reported.

>>> from kingup.arena.plan import make_plan
>>> from kingup.arena.tournament import play
>>> plan = make_plan(["page", "page"], seats=["3"], games=4, seed=1)
>>> [row.games for row in play(plan).rows()]
[6, 6]

`docs/arena.md` explains what is played, what is measured, and how certain it is. Nothing is
imported here, so that the command line's help stays fast.
"""
