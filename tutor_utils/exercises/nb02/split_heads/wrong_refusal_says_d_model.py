"""refusal-names-the-other-value

The error says the value of d_model, and not that of num_heads. Whoever reads it does not learn how
many heads were asked for.
Try: Cut 10 features into 3 heads, and read the message. Where is the 3?
Hint: Put both into the message: `f"num_heads={num_heads} does not divide d_model={d_model}"`.
"""


def split_heads(x, num_heads):
    B, L, d_model = x.shape
    if d_model % num_heads != 0:
        raise ValueError(f"d_model={d_model} cannot be cut evenly into heads")
    return x.reshape(B, L, num_heads, d_model // num_heads).transpose(1, 2)
