"""The rules on a GPU: compiled to PTX by Numba, run by CuPy.

`build.py` needs `kingup[gpu]` but no GPU; `device.py` needs CuPy and a GPU but no Numba.
"""
