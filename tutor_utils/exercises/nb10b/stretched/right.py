# --- usual
def stretched(speeds: Tensor, factor: float, low: float, high: float, original: int) -> Tensor:
    if high <= low:
        raise ValueError(f"high={high} must be above low={low}")
    turns = original * speeds / (2 * math.pi)
    share = ((turns - low) / (high - low)).clamp(0, 1)
    return speeds * (share + (1 - share) / factor)


# --- llama
def stretched(freqs, factor, low, high, original):
    if not high > low:
        raise ValueError(f"{high=} {low=}")
    wavelen = 2 * math.pi / freqs
    smooth = (original / wavelen - low) / (high - low)
    smoothed = (1 - smooth) * freqs / factor + smooth * freqs
    new = torch.where(wavelen > original / low, freqs / factor, freqs)
    medium = ~(wavelen < original / high) & ~(wavelen > original / low)
    return torch.where(medium, smoothed, new)


# --- hand_by_hand
def stretched(speeds, factor, low, high, original):
    if low >= high:
        raise ValueError("high is " + str(high) + ", low is " + str(low))
    out = []
    for speed in speeds:
        turns = original * speed / (2 * torch.pi)
        if turns >= high:
            new = speed
        elif turns <= low:
            new = speed / factor
        else:
            share = (turns - low) / (high - low)
            new = share * speed + (1 - share) * speed / factor
        out.append(new)
    return torch.stack(out)


# --- lerp
def stretched(speeds, factor, low, high, original):
    assert high > low, f"high={high} must be above low={low}"
    turns = speeds * original / math.tau
    return torch.lerp(speeds / factor, speeds, ((turns - low) / (high - low)).clip(0.0, 1.0))
