"""Machine code for this processor: optimised by LLVM, and loaded into the process."""

from __future__ import annotations

import ctypes
import ctypes.util
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import llvmlite
from llvmlite import binding

from kingup.compiler.wrapper import PYTHON

METH_FASTCALL = 0x0080


class _MethodDefinition(ctypes.Structure):
    """Python's `PyMethodDef`."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class Machine:
    """The processor of this computer, as LLVM sees it."""

    def __init__(self) -> None:
        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        self._cpu = binding.get_host_cpu_name()
        features = binding.get_host_cpu_features()
        # Vectors of 512 bits slow the rules down: they are short loops over a few bytes.
        features.update({name: False for name in features if name.startswith("avx512")})
        self._features = features.flatten()
        self._loaded: list[tuple[Any, _MethodDefinition]] = []

    @property
    def description(self) -> str:
        """What compiled code depends on besides its source."""
        return " ".join((llvmlite.__version__, sys.platform, self._cpu, self._features))

    def compile(self, text: str, *, vectorised: bool) -> bytes:
        """Return the object code of a module in LLVM's language.

        Vectors help long loops over numbers, and harm short ones over the bytes of a game.
        """
        module = binding.parse_assembly(text)
        module.verify()
        target = self._target()
        module.triple = binding.get_process_triple()
        module.data_layout = str(target.target_data)
        tuning = binding.create_pipeline_tuning_options(speed_level=2)
        tuning.slp_vectorization = False
        # More inlining compiles longer and runs slower; less makes the rules a fifth slower.
        tuning.inlining_threshold = 100
        tuning.loop_vectorization = vectorised
        passes = binding.create_pass_builder(target, tuning)
        passes.getModulePassManager().run(module, passes)
        code: bytes = target.emit_object(module)
        return code

    def load(self, code: bytes, name: str, doc: str) -> Callable[..., Any]:
        """Load object code, and return its function of this name for Python to call."""
        if not self._loaded:
            _declare_symbols()
        # An engine of its own: on some processors, one has room for a single object.
        engine = binding.create_mcjit_compiler(binding.parse_assembly(""), self._target())
        engine.add_object_file(binding.ObjectFileRef.from_data(code))
        engine.finalize_object()
        definition = _MethodDefinition(
            name.encode(), engine.get_function_address(name), METH_FASTCALL, doc.encode()
        )
        self._loaded.append((engine, definition))  # Python keeps only their addresses
        make = ctypes.pythonapi.PyCFunction_NewEx
        make.restype = ctypes.py_object
        make.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
        function: Callable[..., Any] = make(ctypes.byref(definition), None, None)
        return function

    def _target(self) -> Any:
        return binding.Target.from_triple(binding.get_process_triple()).create_target_machine(
            cpu=self._cpu, features=self._features, opt=3, codemodel="jitdefault"
        )


def _declare_symbols() -> None:
    """Tell LLVM where the functions are that compiled code calls."""
    for name in PYTHON:
        value = ctypes.c_byte.in_dll(ctypes.pythonapi, name)
        binding.add_symbol(name, ctypes.addressof(value))
    library = "ucrtbase" if sys.platform == "win32" else ctypes.util.find_library("m")
    maths = ctypes.CDLL(library)
    for name in ("exp", "log"):
        binding.add_symbol(name, ctypes.addressof(ctypes.c_byte.in_dll(maths, name)))


@cache
def this_machine() -> Machine:
    """Return the machine that the process runs on."""
    return Machine()
