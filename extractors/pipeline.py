"""Abstracts to claims, in order, in this process or in several: the object behind `extractors.load()`."""

import json
import multiprocessing
import os
import re
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.reading import RULES, Model
from kg.errors import ExtractionError, MissingPartError
from kg.records import Extraction

if TYPE_CHECKING:
    from spacy.language import Language

FOLDER = Path(__file__).parent / "model"
FILES = ("model.json", "encoder.onnx", "heads.npz", "lexicon.tsv", "tokenizer.json")
# Abstracts a worker gets at once: about half a second of work.
_CHUNK = 16
# Chunks under way for each worker: enough that none waits, few enough that memory stays flat.
_AHEAD = 3
# Windows waits for no more processes at once (concurrent.futures refuses them).
_MOST_ON_WINDOWS = 61
# What tells NumPy's builds how many threads to start.
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
# Half of a surrogate pair is no character; spaCy and the tokenizer refuse it.
_SURROGATE = re.compile("[\ud800-\udfff]")


class Extractor:
    """Text to claims. `version` changes whenever results may change.

    `load_model` is called once in each process that reads abstracts, and must be picklable for `workers`.
    """

    def __init__(self, version: str, load_model: Callable[[], Model]) -> None:
        self.version = version
        self._load_model = load_model

    @cached_property
    def nlp(self) -> "Language":
        """The spaCy pipeline, which leaves a doc's claims in `doc._.extraction`."""
        _calm_numpy()
        from extractors.components import pipeline

        return pipeline(self._load_model())

    def extract(self, abstracts: Iterable[str], *, workers: int = 1) -> Iterator[Extraction]:
        """One extraction an abstract as given, in input order and as they get ready.

        `workers` processes share the work, 0 for one a core; the results don't depend on how many.
        Raises ExtractionError if one of them dies, ValueError for a negative number.
        """
        if workers < 0:
            raise ValueError(f"workers must be 0 or more, not {workers}")
        workers = workers or _cores()
        if sys.platform == "win32":
            workers = min(workers, _MOST_ON_WINDOWS)
        texts = iter(abstracts)
        if workers > 1:
            first = list(islice(texts, _CHUNK + 1))
            # Starting processes for one chunk costs more than it saves.
            workers = workers if len(first) > _CHUNK else 1
            texts = chain(first, texts)
        return self._alone(texts) if workers == 1 else self._shared(texts, workers)

    def read(self, abstract: str) -> Extraction:
        """The claims of one abstract."""
        extraction: Extraction = self.nlp(_SURROGATE.sub("\ufffd", abstract))._.extraction
        return extraction

    def _alone(self, texts: Iterator[str]) -> Iterator[Extraction]:
        return map(self.read, texts)

    def _shared(self, texts: Iterator[str], workers: int) -> Iterator[Extraction]:
        pool = ProcessPoolExecutor(
            workers,
            # A forked copy of a process with threads may hang.
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_start,
            initargs=(self,),
        )
        waiting: deque[Future[list[Extraction]]] = deque()
        others = set(multiprocessing.active_children())
        # A worker inherits this: where its main module imports NumPy, the worker itself would come too late.
        absent = [name for name in _THREADS if name not in os.environ]
        os.environ.update(dict.fromkeys(absent, "1"))
        try:
            while True:
                while len(waiting) < workers * _AHEAD and (chunk := list(islice(texts, _CHUNK))):
                    waiting.append(pool.submit(_read, chunk))
                if not waiting:
                    return
                yield from waiting.popleft().result()
        except BrokenProcessPool as error:
            raise ExtractionError(
                "a worker process ended while reading abstracts, perhaps for want of memory: "
                "try again with fewer workers"
            ) from error
        except BaseException:
            # Nobody wants what they are at: an interrupt need not wait for it.
            for worker in set(multiprocessing.active_children()) - others:
                worker.terminate()
            raise
        finally:
            for name in absent:
                os.environ.pop(name, None)
            pool.shutdown(wait=True, cancel_futures=True)

    def __getstate__(self) -> tuple[str, Callable[[], Model]]:
        return self.version, self._load_model

    def __setstate__(self, state: tuple[str, Callable[[], Model]]) -> None:
        self.version, self._load_model = state


def load() -> Extractor:
    """The extractor with the shipped model, which is loaded when the first abstract is read.

    Raises MissingPartError if the model's files are absent.
    """
    if absent := [name for name in FILES if not (FOLDER / name).is_file()]:
        raise MissingPartError(
            f"the extraction model is missing ({FOLDER / absent[0]}): install paper-kg again"
        )
    version = json.loads((FOLDER / "model.json").read_text(encoding="utf-8"))["version"]
    return Extractor(f"{version}+{RULES}", shipped_model)


def shipped_model() -> Model:
    """The model inside the package, on one thread: processes share the work, not threads."""
    from extractors.model import Model as Shipped

    return Shipped(FOLDER)


def _calm_numpy() -> None:
    """Where NumPy is not imported yet, keep it on one thread: its matrices here are small, and a thread a core
    in each worker would only get in the others' way."""
    if "numpy" not in sys.modules:
        for name in _THREADS:
            os.environ.setdefault(name, "1")


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_worker: Extractor | None = None


def _start(extractor: Extractor) -> None:
    """Make this process a worker: an interrupt is its parent's business, whose end is its own."""
    global _worker
    _worker = extractor
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    # A killed parent leaves its workers waiting for work for ever.
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


def _read(abstracts: list[str]) -> list[Extraction]:
    assert _worker is not None
    return [_worker.read(abstract) for abstract in abstracts]
