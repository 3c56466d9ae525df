# --- usual
def patched(model, inputs, where, value, places=None):
    def put(part, given, output):
        own = output[0] if isinstance(output, tuple) else output
        new = value
        if places is not None:
            new = own.clone()
            new[:, places] = value[:, places]
        return (new, *output[1:]) if isinstance(output, tuple) else new

    handle = model.get_submodule(where).register_forward_hook(put)
    try:
        with torch.no_grad():
            return model(*inputs)
    finally:
        handle.remove()


# --- chosen
@torch.no_grad()
def patched(model, inputs, where, value, places=None):
    module = dict(model.named_modules())[where]

    def hook(module, args, output):
        first, rest = (output[0], output[1:]) if isinstance(output, tuple) else (output, None)
        chosen = torch.zeros(first.shape[1], dtype=torch.bool, device=first.device)
        chosen[slice(None) if places is None else places] = True
        mixed = torch.where(chosen[None, :, None], value, first)
        return mixed if rest is None else (mixed,) + rest

    handle = module.register_forward_hook(hook)
    try:
        logits = model(*inputs)
    finally:
        handle.remove()
    return logits
