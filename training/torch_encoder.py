"""A checkpoint's encoder as the model runs it, in PyTorch: for those that lose too much in int8."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from extractors.features import Floats
from extractors.model import Encoder


def torch_encoder(checkpoint: Path) -> Encoder:
    """The encoder of a run of training.train, in bfloat16."""
    # Calibration of what ships needs no PyTorch.
    import torch

    from training.checkpoints import initial

    # Converted once: autocast would convert the weights for each abstract.
    encoder = initial(checkpoint).encoder.eval().bfloat16()

    def run(ids: NDArray[np.int64]) -> Floats:
        given = torch.from_numpy(ids)[None]
        with torch.inference_mode():
            found = encoder(input_ids=given, attention_mask=torch.ones_like(given))
        vectors: Floats = found.last_hidden_state[0].float().numpy()
        return vectors

    return run
