# A copy speaks, so the model keeps its modes.
import copy


def generate(model, ids, max_new, **sampling):
    speaker = copy.deepcopy(model)
    speaker.eval()
    text = ids
    with torch.no_grad():
        for step in range(max_new):
            window = text if text.size(1) <= model.max_len else text[:, text.size(1) - model.max_len :]
            last = speaker(window)[:, -1]
            text = torch.cat((text, sample_next(last, **sampling).unsqueeze(1)), 1)
    return text
