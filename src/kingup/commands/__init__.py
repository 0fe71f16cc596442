"""The commands of `kingup`, one file each, and what several of them share.

A command's module has `add_arguments(parser)` and `run(options)`, which returns the exit status.
"""
