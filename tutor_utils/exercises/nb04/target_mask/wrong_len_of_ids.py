"""len-counts-sentences

`len(ids)` is the size of the first axis: the number of sentences. The causal mask is made for the
tokens of one sentence.
Try: What are `len(ids)` and `ids.shape[1]` for 2 sentences of 3 tokens?
Hint: causal_mask(ids.shape[1], ids.device)
"""


def target_mask(ids, pad_id):
    return padding_mask(ids, pad_id) & causal_mask(len(ids), ids.device)
