"""The rules on a GPU: compiled to PTX where Numba is, run where CuPy is.

`build.py` needs `kingup[gpu]` but no GPU; `device.py` needs CuPy and a GPU but no Numba.
"""
