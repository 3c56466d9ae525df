# --- as_class
class ablate:
    def __init__(self, model, layer, head, kind="mean"):
        if kind not in ("mean", "zero"):
            raise ValueError(f"kind={kind!r} must be 'mean' or 'zero'")
        self.w_o = model.attentions[layer].w_o
        self.num_heads, self.head, self.kind = model.num_heads, head, kind

    def __enter__(self):
        self.handle = self.w_o.register_forward_pre_hook(self.replace)

    def __exit__(self, *error):
        self.handle.remove()

    def replace(self, module, args):
        heads = args[0].unflatten(-1, (self.num_heads, -1)).clone()
        mean = heads[:, :, self.head].mean((0, 1))
        heads[:, :, self.head] = mean if self.kind == "mean" else torch.zeros_like(mean)
        return heads.flatten(2)


# --- masked
from contextlib import contextmanager


@contextmanager
def ablate(model, layer, head, kind="mean"):
    w_o = [m for m in model.modules() if hasattr(m, "w_o")][layer].w_o

    def hook(module, inputs):
        (z,) = inputs
        keep = torch.arange(z.shape[-1], device=z.device) // (z.shape[-1] // model.num_heads) != head
        if kind == "mean":
            other = z.mean(dim=1, keepdim=True).mean(dim=0, keepdim=True)
        elif kind == "zero":
            other = torch.zeros_like(z)
        else:
            raise ValueError(f"unknown kind {kind}")
        return (torch.where(keep, z, other),)

    handle = w_o.register_forward_pre_hook(hook)
    try:
        yield
    finally:
        handle.remove()


# --- usual
from contextlib import contextmanager


@contextmanager
def ablate(model, layer, head, kind="mean"):
    if kind not in ("mean", "zero"):
        raise ValueError(f'kind={kind!r} must be "mean" or "zero"')
    w_o = model.attentions[layer].w_o
    d_k = w_o.in_features // model.num_heads
    own = slice(head * d_k, (head + 1) * d_k)

    def replace(module, args):
        x = args[0].clone()
        x[..., own] = x[..., own].mean(dim=(0, 1)) if kind == "mean" else 0.0
        return (x,)

    handle = w_o.register_forward_pre_hook(replace)
    try:
        yield
    finally:
        handle.remove()
