"""Compiles the kernels of one twin to a WebAssembly object file; tools/wasm.py starts it for each.

Numba makes LLVM's code of the kernels; the LLVM that comes with Numba then optimizes it for WebAssembly.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

SHARED = "shared"  # instead of a twin: the kernels that serve all
SETTINGS = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}  # every WebAssembly counts and finds bits at once
TRIPLE = "wasm32-unknown-emscripten"  # as Pyodide
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+simd128"  # every browser since 2023 has them

# What WebAssembly does not need or its compiler does not know, in LLVM's code as Numba writes it.
CHANGES = (
    (re.compile(r"^define [^\n]*@_ZN7cpython.*?^}\n", re.M | re.S), ""),  # what Python calls
    (re.compile(r'^define [^\n]*@"?cfunc\..*?^}\n', re.M | re.S), ""),  # what C calls
    (re.compile(r"= common (local_unnamed_addr )?global"), "= weak global"),
    (re.compile(r"^target (triple|datalayout) = .*\n", re.M), ""),
    # What a twin does (dispatch.py) stays a function: browsers compile a kernel of thousands of instructions badly.
    (re.compile(r"^(define [^\n]*@_ZN9crownland4fast8dispatch10overloaded[^\n]*) #\d+ {$", re.M), r"\1 noinline {"),
)


class Kernel(NamedTuple):
    """A kernel to compile: its name in the module, Numba's dispatcher, the key of its twin and its other parameters."""

    name: str
    entry: Any
    key: tuple[float, ...] | None
    parameters: dict[str, Any]


def compile_kernels(twin: str, file: Path) -> None:
    """Write the object file of the kernels for *twin*, which is the key of a game or SHARED."""
    import llvmlite.binding as llvm

    leave_as_written()
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu="generic", features=FEATURES, opt=3, reloc="pic", codemodel="default"
    )
    head = f'target triple = "{TRIPLE}"\ntarget datalayout = "{machine.target_data}"\n'
    whole, names = llvm.parse_assembly(head), set()
    for kernel in kernels(twin):
        whole.link_in(llvm.parse_assembly(head + code_of(kernel)))
        names.add(kernel.name)
    for one in (*whole.functions, *whole.global_variables):
        if not one.is_declaration:
            one.linkage = "external" if one.name in names else "internal"
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_unrolling = False  # a tenth less code, and not slower
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(whole, builder)
    file.write_bytes(machine.emit_object(whole))


def leave_as_written() -> None:
    """Keep Numba from optimizing its code for this machine's processor, which has pointers of eight bytes."""
    from numba.core.codegen import CPUCodeLibrary

    def set_layout(library: Any, module: Any) -> None:
        module.data_layout = library._codegen._data_layout  # modules can be linked only when they have the same

    CPUCodeLibrary._optimize_functions = set_layout
    CPUCodeLibrary._optimize_final_module = lambda library: None


def kernels(twin: str) -> Iterator[Kernel]:
    """Yield the kernels of *twin*."""
    from crownland.fast.library import EXPORTS, symbol

    key, number = (None, None) if twin == SHARED else twins()[twin]
    for module, names in EXPORTS.items():
        for name in names:
            entry = getattr(import_module(f"crownland.fast.{module}"), name)
            taken = parameters(entry.py_func)
            if ("twin" in taken) == (key is not None):
                taken.pop("twin", None)
                yield Kernel(symbol(module, name, number), entry, key, taken)


def twins() -> dict[str, tuple[tuple[float, ...], int]]:
    """Return the keys and numbers of all twins, by the first game that each plays."""
    from crownland.fast.twin import example_setups, require_twin

    return {setup.game: (require_twin(setup).key, require_twin(setup).number) for setup in example_setups()}


def parameters(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the parameters of a kernel and their types."""
    hints = get_type_hints(function, include_extras=True)
    return {name: hint for name, hint in hints.items() if name != "return"}


def code_of(kernel: Kernel) -> str:
    """Return LLVM's code of a kernel, and of the function that calls it with a block of words."""
    import numba

    key = () if kernel.key is None else (numba.typeof(kernel.key),)
    signature = (*key, *map(numba_type, kernel.parameters.values()))
    kernel.entry.compile(signature)
    made = kernel.entry.overloads[signature]
    code = str(made.library.get_llvm_str()) + caller(kernel, made.fndesc.llvm_func_name)
    for pattern, replacement in CHANGES:
        code = pattern.sub(replacement, code)
    return code


def numba_type(hint: Any) -> Any:
    """Return Numba's type for a parameter."""
    from numba import types

    if get_origin(hint) is Annotated:
        return types.Array({"q": types.int64, "f": types.float32, "b": types.int8}[item_of(hint)], 1, "C")
    if get_origin(hint) is tuple:
        return types.Tuple([numba_type(one) for one in get_args(hint)])
    return {int: types.int64, bool: types.boolean}[hint]


def item_of(row: Any) -> str:
    """Return the letter for the items of a row, as jit.py annotates it."""
    return str(row.__metadata__[0])


def caller(kernel: Kernel, callee: str) -> str:
    """Return a function that takes the address of a block: the result, then the arguments (see library.flat())."""
    lines, words = [], 0

    def word() -> str:
        nonlocal words
        words += 1
        lines.append(f"%at{words} = getelementptr i64, ptr %block, i32 {words}")
        lines.append(f"%word{words} = load i64, ptr %at{words}")
        return f"%word{words}"

    def argument(hint: Any) -> Iterator[str]:
        if get_origin(hint) is tuple:
            for one in get_args(hint):
                yield from argument(one)
        elif get_origin(hint) is Annotated:
            address, count = word(), word()
            lines.append(f"%row{words} = inttoptr i64 {address} to ptr")
            size = {"q": 8, "f": 4, "b": 1}[item_of(hint)]
            # As Numba passes arrays: owner and parent, count, bytes of an item, address, count and stride once more.
            yield f"ptr null, ptr null, i64 {count}, i64 {size}, ptr %row{words}, i64 {count}, i64 {size}"
        elif hint is bool:
            value = word()
            lines.append(f"%flag{words} = trunc i64 {value} to i8")
            yield f"i8 %flag{words}"
        else:
            yield f"i64 {word()}"

    passed = ["ptr %block", "ptr %error"]  # where the result goes, and an error, of which there is none
    passed += ["double 1.0" if isinstance(digit, float) else "i64 0" for digit in kernel.key or ()]
    for hint in kernel.parameters.values():
        passed += argument(hint)
    body = "\n".join(["%error = alloca ptr", *lines, f"call i32 @{callee}({', '.join(passed)})", "ret void"])
    return f"\ndefine void @{kernel.name}(ptr %block) {{\n{body}\n}}\n"


def main(arguments: list[str]) -> None:
    """Print the twins and SHARED; with one of them and a file, compile its kernels into that file."""
    with TemporaryDirectory() as cache:  # what comes from the cache has no code of LLVM's to look at
        os.environ.update(SETTINGS, CROWNLAND_CACHE=cache)
        if arguments:
            compile_kernels(arguments[0], Path(arguments[1]))
        else:
            print(*twins(), SHARED)


if __name__ == "__main__":
    main(sys.argv[1:])
