"""Puzzles from games of bots: *Vote or not?*, *Whose card?*, *Which tells least?*"""

from kingup.puzzles.puzzle import Puzzle, PuzzleSet, load_puzzles, read_puzzles

__all__ = ["Puzzle", "PuzzleSet", "load_puzzles", "read_puzzles"]
