# Log-probabilities picked by hand.
def perplexity(model, ids, length):
    before = [(m, m.training) for m in model.modules()]
    try:
        model.eval()
        with torch.inference_mode():
            picked = []
            for start in range(0, len(ids), length):
                y = ids[start + 1 : start + length + 1]
                if len(y):
                    log_p = model(ids[None, start : start + len(y)]).log_softmax(-1)[0]
                    picked.append(log_p.gather(-1, y[:, None])[:, 0])
            return (-torch.cat(picked).mean()).exp().item()
    finally:
        for m, mode in before:
            m.training = mode
