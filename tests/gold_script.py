"""The scripts beside the annotated abstracts, as modules."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

GOLD = Path(__file__).resolve().parents[2] / "shared" / "gold"


def script(name: str) -> ModuleType:
    """The script `name`.py of `GOLD`, which may import its neighbours."""
    sys.path.insert(0, str(GOLD))
    try:
        spec = importlib.util.spec_from_file_location(f"gold_{name}", GOLD / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(GOLD))
    return module
