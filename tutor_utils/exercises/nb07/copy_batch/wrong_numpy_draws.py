"""other-generator-draws

The numbers do not come from PyTorch's generator: with the same `torch.manual_seed`, or the same
state of the `generator` that is given, another batch comes, or always the same one. NumPy and Python
have generators of their own, which know nothing of it.
Try: Which of your calls draws numbers, and which generator does each of them use?
Hint: `torch.randint(low, high, size, generator=generator)`
"""

import numpy as np


def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    rng = np.random.default_rng(generator.initial_seed() if generator is not None else None)
    src = np.zeros((batch_size, max_len + 1), dtype=np.int64)
    for row in src:
        n = rng.integers(1, max_len + 1)
        row[:n] = rng.integers(3, vocab_size, n)
        row[n] = 2
    tgt = np.concatenate([np.ones((batch_size, 1), dtype=np.int64), src], axis=1)
    return torch.from_numpy(src).to(device), torch.from_numpy(tgt).to(device)
