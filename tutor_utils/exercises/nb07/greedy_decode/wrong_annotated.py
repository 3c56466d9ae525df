"""annotated-decoding

This is the decoding of the Annotated Transformer. Three things differ from the contract: bos stays in front, nothing stops at eos, and the model runs in the mode it is in, with gradients.
Try: Leave out the first column at the end, put pads behind eos, and call `model.eval()` for as long as it speaks.
"""


def greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    memory, mask = model.encode(src)
    out = torch.full((src.shape[0], 1), bos_id, dtype=torch.long, device=src.device)
    for _ in range(max_len - 1):
        logits = model.decode(out, memory, mask)
        out = torch.cat([out, logits[:, -1].argmax(-1, keepdim=True)], dim=1)
    return out
