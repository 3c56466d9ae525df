# --- usual
def recovered(clean, corrupted, patched):
    low = corrupted.mean()
    return ((patched.mean() - low) / (clean.mean() - low)).item()


# --- of_sums
def recovered(clean, corrupted, patched):
    return ((patched - corrupted).sum() / (clean - corrupted).sum()).item()


# --- from_the_top
def recovered(clean, corrupted, patched):
    top, bottom, now = (x.mean().item() for x in (clean, corrupted, patched))
    return 1 - (top - now) / (top - bottom)
