# --- usual
def add_adapters(model, rank, names):
    names = set(names)
    model.requires_grad_(False)
    inside = {id(part.linear) for part in model.modules() if isinstance(part, LoRA)}
    found = [
        name
        for name, part in model.named_modules()
        if isinstance(part, nn.Linear) and id(part) not in inside and name.split(".")[-1] in names
    ]
    missing = names - {name.split(".")[-1] for name in found}
    if missing:
        raise ValueError(f"names: no linear layer is called {missing}")
    for name in found:
        parent, _, last = name.rpartition(".")
        parent = model.get_submodule(parent)
        setattr(parent, last, LoRA(getattr(parent, last), rank))
    return found


# --- recursive
def add_adapters(model, rank, names):
    for p in model.parameters():
        p.requires_grad = False
    replaced, seen = [], set()

    def walk(module, prefix):
        for name, child in list(module.named_children()):
            if isinstance(child, LoRA):
                seen.add(name)
                continue
            if isinstance(child, nn.Linear):
                seen.add(name)
                if name in names:
                    setattr(module, name, LoRA(child, rank))
                    replaced.append(prefix + name)
            else:
                walk(child, prefix + name + ".")

    walk(model, "")
    for name in names:
        if name not in seen:
            raise ValueError(f"no nn.Linear is named {name!r}")
    return replaced


# --- parents
def add_adapters(model, rank, names):
    linear = [
        (name, part)
        for name, part in model.named_modules()
        if isinstance(part, nn.Linear)
    ]
    lasts = {name.rsplit(".", 1)[-1] for name, _ in linear}
    for name in names:
        if name not in lasts:
            raise ValueError(f"{name} names no linear layer")
    for p in model.parameters():
        p.requires_grad_(False)
    done = []
    for name, part in linear:
        *path, last = name.split(".")
        parent = model
        for step in path:
            parent = getattr(parent, step)
        if last in names and not isinstance(parent, LoRA):
            setattr(parent, last, LoRA(part, rank))
            done.append(name)
    return done
