# Columns in a list.
def generate(model, ids, max_new, **sampling):
    before = [(part, part.training) for part in model.modules()]
    try:
        model.eval()
        columns = list(ids.unbind(1))
        with torch.inference_mode():
            while len(columns) < ids.shape[1] + max_new:
                read = torch.stack(columns[-model.max_len :], dim=1)
                columns.append(sample_next(model(read)[:, -1], **sampling))
        return torch.stack(columns, dim=1)
    finally:
        for part, mode in before:
            part.training = mode
