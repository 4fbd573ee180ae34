"""The state of a training in a file, from which it resumes. The samples are not in it: they are played anew."""

import json
import os
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crownland.kernel.errors import SetupError
from crownland.learning.plan import TrainingPlan
from crownland.learning.trainer import STATE, Weights

__all__ = ["Checkpoint", "checkpoint_file"]

ADVICE = "remove it, or choose another --out"


@dataclass
class Checkpoint:
    """All that a training depends on, but for samples and chance."""

    trainer: dict[str, NDArray[Any]]
    first: Weights | None  # the first weights that played
    earlier: Weights | None  # those that the newest are measured against
    part: float  # of the training that is done
    seconds: float
    games: int
    samples: int
    sessions: int

    def write(self, file: Path, plan: TrainingPlan) -> None:
        """Writes it atomically."""
        facts = _facts(plan) | {key: getattr(self, key) for key in ("part", "seconds", "games", "samples", "sessions")}
        arrays: dict[str, Any] = dict(self.trainer)
        for name in ("first", "earlier"):
            if (weights := getattr(self, name)) is not None:
                arrays[f"{name}_weights"] = weights
        part = file.with_name(f".{file.name}.part")
        with part.open("wb") as stream:
            np.savez(stream, facts=np.array(json.dumps(facts)), **arrays)
        os.replace(part, file)

    @classmethod
    def read(cls, file: Path, plan: TrainingPlan) -> "Checkpoint":
        """Reads the checkpoint of a training with the same plan. Raises SetupError when it is of another one."""
        try:
            with file.open("rb") as stream, np.load(stream, allow_pickle=False) as stored:
                arrays = {key: stored[key] for key in stored.files}
            facts = json.loads(str(arrays["facts"]))
            trainer = {key: arrays[key] for key in STATE}
        except FileNotFoundError:
            raise SetupError(f"expected a checkpoint to resume from, found none: {file}") from None
        except (ValueError, KeyError, EOFError, zipfile.BadZipFile):
            raise SetupError(f"expected the checkpoint of a training, got another file: {file}; {ADVICE}") from None
        for key, value in _facts(plan).items():
            if facts.get(key) != value:
                got = f"{file} has {key} {facts.get(key)!r}, not {value!r}"
                raise SetupError(f"expected a checkpoint of the same training, {got}; {ADVICE}")
        return cls(
            trainer,
            arrays.get("first_weights"),
            arrays.get("earlier_weights"),
            facts["part"],
            facts["seconds"],
            facts["games"],
            facts["samples"],
            facts["sessions"],
        )


def checkpoint_file(out: Path) -> Path:
    """Returns the file of the checkpoint of a training that will write *out*."""
    return out.with_name(f"{out.name}.checkpoint")


def _facts(plan: TrainingPlan) -> dict[str, Any]:
    """Returns what must be the same when a training resumes; its budget and its workers may change."""
    return {"setups": [str(setup) for setup in plan.setups], "hidden": list(plan.shape.hidden), "seed": plan.seed}
