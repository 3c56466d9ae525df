# --- usual
def mixed_draw(new, old, count, share, generator):
    if not 0 <= share <= 1:
        raise ValueError(f"share={share} must be from 0 to 1")
    again = round(count * share)
    chosen_old = torch.randint(len(old), (again,), generator=generator).tolist()
    chosen_new = torch.randint(len(new), (count - again,), generator=generator).tolist()
    return [old[i] for i in chosen_old] + [new[i] for i in chosen_new]


# --- helper
def mixed_draw(new, old, count, share, generator):
    if share < 0 or share > 1:
        raise ValueError(f"share must lie in [0, 1], got {share}")

    def pick(items, n):
        return [items[torch.randint(0, len(items), (1,), generator=generator).item()] for _ in range(n)]

    num_old = round(count * share)
    return pick(new, count - num_old) + pick(old, num_old)


# --- loop
def mixed_draw(new, old, count, share, generator):
    if not 0 <= share <= 1:
        raise ValueError(f"share={share}")
    batch = []
    for k in range(count):
        source = old if k < round(count * share) else new
        place = int(torch.randint(len(source), (), generator=generator))
        batch.append(source[place])
    order = torch.randperm(count, generator=generator)
    return [batch[i] for i in order]
