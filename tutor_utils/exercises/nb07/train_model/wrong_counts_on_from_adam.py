"""counts-on-from-an-earlier-run"""


def train_model(
    model: nn.Module,
    batches: Iterable[tuple[Tensor, Tensor]],
    optimizer: torch.optim.Optimizer,
    rate: Callable[[int], float],
    pad_id: int,
    label_smoothing: float = 0.0,
) -> list[float]:
    taken = [int(state["step"]) for state in optimizer.state.values() if "step" in state]
    first = max(taken, default=0) + 1
    losses: list[float] = []
    model.train()
    try:
        for step, (src, tgt) in enumerate(batches, start=first):
            lr = rate(step)
            for group in optimizer.param_groups:
                group["lr"] = lr
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    except KeyboardInterrupt:
        pass
    return losses
