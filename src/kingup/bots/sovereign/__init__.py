"""The trained player: a network that plays, the search on top of it, and what it thinks.

Nothing here needs PyTorch. Weights come from `training/`; the names `sovereign` and
`sovereign+` exist where a file of weights does (see `weights.py`).
"""
