# --- usual
@torch.no_grad()
def merge_adapters(model):
    for name, part in list(model.named_modules()):
        if isinstance(part, LoRA):
            if part.on:
                part.linear.weight += part.scale * (part.a @ part.b).T
            parent, _, last = name.rpartition(".")
            setattr(model.get_submodule(parent), last, part.linear)


# --- recursive
def merge_adapters(model):
    for name, child in list(model.named_children()):
        if isinstance(child, LoRA):
            linear = child.linear
            if child.on:
                linear.weight.data += child.scale * (child.a.data @ child.b.data).t()
            setattr(model, name, linear)
        else:
            merge_adapters(child)


# --- dict
def merge_adapters(model):
    found = {n: p for n, p in model.named_modules() if isinstance(p, LoRA)}
    for name, lora in found.items():
        layer = lora.linear
        with torch.no_grad():
            if lora.on:
                layer.weight.copy_(layer.weight + lora.scale * (lora.b.T @ lora.a.T))
        *path, last = name.split(".")
        setattr(model.get_submodule(".".join(path)), last, layer)
