# --- usual
def capture(model, *inputs):
    kept, hooks = {}, []

    def keep(name):
        def hook(part, given, output):
            kept[name] = (output[0] if isinstance(output, tuple) else output).clone()

        return hook

    try:
        for name, part in model.named_modules():
            hooks.append(part.register_forward_hook(keep(name)))
        with torch.no_grad():
            model(*inputs)
    finally:
        for hook in hooks:
            hook.remove()
    return kept


# --- default_argument
def capture(model, *inputs):
    activations = {}
    handles = []
    for name, module in model.named_modules():
        if name == "":
            continue

        def save(mod, inp, out, name=name):
            if isinstance(out, (tuple, list)):
                out = out[0]
            activations[name] = out.detach()

        handles.append(module.register_forward_hook(save))
    try:
        model(*inputs)
    finally:
        for h in handles:
            h.remove()
    return activations


# --- eval_mode
@torch.inference_mode()
def capture(model, *inputs):
    modes = {m: m.training for m in model.modules()}
    model.eval()
    names = {m: n for n, m in model.named_modules()}
    result = {n: None for n in names.values()}

    def hook(module, args, output):
        result[names[module]] = output[0] if type(output) is tuple else output

    handles = [m.register_forward_hook(hook) for m in names]
    try:
        model(*inputs)
    finally:
        [h.remove() for h in handles]
        for m, mode in modes.items():
            m.training = mode
    return result
