"""options-of-its-own

Where the caller says nothing, your function gives `sample_next` an option of its own, such as a
temperature. The text is then drawn by other probabilities than those of the model.
Try: Which options do you hand on where `generate(model, ids, 30)` is called with none?
Hint: Hand `**sampling` on as it is: `sample_next` has defaults.
"""


def generate(model: nn.Module, ids: Tensor, max_new: int, **sampling) -> Tensor:
    sampling.setdefault("temperature", 0.8)
    modes = {name: module.training for name, module in model.named_modules()}
    model.eval()
    try:
        with torch.no_grad():
            for _ in range(max_new):
                logits = model(ids[:, -model.max_len :])[:, -1]
                ids = torch.cat([ids, sample_next(logits, **sampling)[:, None]], dim=1)
    finally:
        for name, module in model.named_modules():
            module.training = modes[name]
    return ids
