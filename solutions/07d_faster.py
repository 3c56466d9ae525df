# %% [markdown]
# # 07d · Faster
#
# Where does the time of a run go? What do a GPU, half precision, fused attention and several processes change, and how is a run stopped and carried on?
#
# **About 10 minutes.** You need notebook 07. Most of this pays on a GPU and at larger sizes: measure on your own machine.

# %%
import math
import time
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import torch

from tutor_utils import mine, training, viz

torch.set_num_threads(1)
gpu = "cuda" if torch.cuda.is_available() else "mps"
found = torch.cuda.is_available() or torch.backends.mps.is_available()
device = torch.device(gpu if found else "cpu")
PAD, config = 0, training.CONFIGS["copy"]
Transformer, shift_target, sequence_loss = mine("Transformer", "shift_target", "sequence_loss")

# %% [markdown]
# ## One thread
#
# PyTorch shares each product between threads. Ours are so small that threads can wait for each other longer than they compute. So notebook 07 takes one. A large model wants them all.
#
# ## Faster attention
#
# Your attention makes the whole table of weights, (B, h, L_q, L_k), so that you can look at it. PyTorch's `F.scaled_dot_product_attention` gives the same output. Its fast kernels (ready-made routines for a device) never keep the table; which kernel it takes depends on the device, the mask and the dropout. Inside `fused_attention` your own layers use it. The trainer's steps and evaluations do so by themselves (`Trainer(..., fused=False)` does not).

# %% tags=["nbval-ignore-output"]
model = config.build_model(Transformer).to(device)
src, tgt = config.task.batch(64, config.task.generator(0), device)
decoder_input, labels = shift_target(tgt)
with torch.no_grad():
    explicit = model(src, decoder_input)
    with training.fused_attention(model):
        fused = model(src, decoder_input)
print(f"logits up to {explicit.abs().max():.1f} differ by {(explicit - fused).abs().max():.0e}")

# %% [markdown]
# Is it faster? That depends on the length: the table grows with the square of it.


# %%
def seconds_at(length: int, fused: bool) -> float:
    """The fastest of five forward passes of your model, for sequences of this length."""
    long = replace(config, task=training.Task("long", max_len=length))
    timed = long.build_model(Transformer).to(device)
    src, tgt = long.task.batch(1, device=device)
    times = []
    with training.fused_attention(timed) if fused else nullcontext(), torch.no_grad():
        for _ in range(5):
            start = time.perf_counter()
            timed(src, tgt[:, :-1]).sum().item()  # .item() waits until the device is done
            times.append(time.perf_counter() - start)
    return min(times)


# %%
# Try: 1024 symbols as well
lengths = [16, 64, 256, 512]
shown = {
    name: (lengths, [1000 * seconds_at(n, fused) for n in lengths])
    for name, fused in (("explicit", False), ("fused", True))
}
drawn = viz.curves(shown, x_label="symbols", y_label="milliseconds", logx=True, logy=True)
viz.picture(drawn.figure, alt="Milliseconds of a forward pass by length, on this machine.")

# %% [markdown]
# Look where the two lines part. For short sequences the table is small, and looking at it costs little.
#
# What is lost? The weights are nowhere kept. Whoever looks still gets them, and pays for the table then: a layer with a hook, as a viewer sets one, runs as you wrote it, and elsewhere the table is computed when it is first used.

# %%
with training.fused_attention(model), torch.no_grad():
    x = model.source(src)
    _, weights = model.encoder.layers[0](x)
    print("rows sum to", weights.sum(-1).mean().round(decimals=4).item())  # computed here

# %% [markdown]
# ## Switches
#
# `Trainer(..., device="cuda", amp_dtype="bfloat16", compile_model=True)`. bfloat16 computes with half the bits; `"auto"` takes it where the device has it. float16 too, but its range is small, so the trainer scales the loss up. `compile_model` lets PyTorch fuse operations, and on CUDA start a whole step with one call (a *CUDA graph*).
#
# A fourth one is PyTorch's own: `torch.set_float32_matmul_precision("high")` lets GPUs since 2020 round the factors of float32 products (TF32).


# %%
def seconds(amp_dtype: str, compile_model: bool = False) -> float:
    """Time 20 steps of a run, after one evaluation and 3 steps to warm up."""
    timed = training.Trainer(
        config.build_model(Transformer),
        config,
        device=device,
        amp_dtype=amp_dtype,
        compile_model=compile_model,
    )
    for _ in range(3):
        timed.update(*timed.draw())
    start = time.perf_counter()
    losses = [float(timed.update(*timed.draw())) for _ in range(20)]
    print(f"{amp_dtype}: loss {losses[0]:.2f}, 20 steps later {losses[-1]:.2f}")
    return time.perf_counter() - start


# %% tags=["nbval-ignore-output"]
measured = {name: seconds(name) for name in ("float32", "bfloat16")}
if device.type == "cuda":  # compiling takes a minute
    measured["compiled"] = seconds("float32", compile_model=True)
for name, taken in measured.items():
    print(f"{name}: {taken:.2f} seconds for 20 steps")

# %% [markdown]
# On a CPU and with so small a model, do they give anything? The loss falls with each of them.

# %% [markdown]
# ## What slows a GPU down
#
# A GPU works while Python goes on. `loss.item()` makes Python wait until it is done: a **host-device sync**. On a CPU that costs nothing. On a GPU the trainer runs your loop all the same, but lets `loss.item()` return the loss as a tensor that stays on the device. All losses are fetched once, at the end.
#
# No GPU was at hand when this notebook was built, so no table stands here. On your own: `python3 -m tutor_utils bench device` measures the toy size and the paper's base size, float32 and bfloat16, compiled or not, explicit and fused, beside `torch.nn.Transformer` of the same size, in at most 8 minutes.

# %% [markdown]
# ## Stop and resume
#
# A checkpoint holds the weights, what Adam remembers, the step, and the state of the random numbers. Forget one, and the run goes on differently. It is JSON and safetensors, a file format that holds tensors alone: loading it runs no code.
#
# Give the optimizer a list, as `list(model.parameters())`: it numbers what it remembers by the order of the parameters. A `set` has another order each time.


# %%
def fresh() -> training.Trainer:
    """A trainer that has not trained yet."""
    return training.Trainer(config.build_model(Transformer, seed=1), config, device=device)


with TemporaryDirectory() as folder:
    first, second = fresh(), fresh()
    first.run(10, count=10)
    first.save(Path(folder) / "copy")  # copy.json, and its tensors
    second.load(Path(folder) / "copy")
    went_on, resumed = (trainer.run(10, count=10).losses for trainer in (first, second))
assert all(math.isclose(went_on[step], resumed[step], rel_tol=1e-4) for step in went_on)


# %% tags=["nbval-ignore-output"]
for step in (11, 15, 20):
    print(f"step {step}: loss {went_on[step]:.4f} without a stop, {resumed[step]:.4f} resumed")

# %% [markdown]
# ## Several processes
#
# `python3 -m tutor_utils train --task copy --processes 2 --save run` trains your model in two processes, which `torchrun --standalone` starts. Each takes half of every batch. After the backward pass they average their gradients, so all copies of the model stay the same. `DistributedDataParallel` does that. On CPUs they talk through Gloo, on GPUs through NCCL. Ctrl-C stops all after the same step; `--save` writes a checkpoint at each evaluation, and `--resume run` carries on.

# %% [markdown]
# One thing changes. The loss is a mean over *tokens*, and the halves hold different numbers of them. A mean of two means is not the mean of all. Which of the two lines is the loss of the whole batch?

# %% tags=["nbval-ignore-output"]
halves = [slice(0, 32), slice(32, 64)]
losses = [sequence_loss(explicit[half], labels[half], PAD) for half in halves]
tokens = [(labels[half] != PAD).sum() for half in halves]
weighted = sum(loss * n for loss, n in zip(losses, tokens, strict=True)) / sum(tokens)
print(f"the whole batch:            {sequence_loss(explicit, labels, PAD):.6f}")
print(f"plain mean of the halves:   {sum(losses) / 2:.6f}")
print(f"weighted by their tokens:   {weighted:.6f}")

# %% [markdown]
# ## Questions people get wrong
#
# - *Is a GPU always faster?* Not for small models: starting an operation costs more than the operation.
# - *Does half precision halve the time?* Only where the device computes faster with it.
# - *Do the weights alone carry a run on?* No. Adam's memory, the step and the random numbers belong to it.
