"""The trained player: its networks, the search that uses them, and its analysis.

Nothing here needs PyTorch. Weights come from `training/`; the names `sovereign` and `sovereign+`
are available if a file of weights is (see `weights.py`).
"""
