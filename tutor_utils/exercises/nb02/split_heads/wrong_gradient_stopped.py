"""gradient-stopped
"""
def split_heads(x, num_heads):
    B, L, d_model = x.shape
    if d_model % num_heads:
        raise ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")
    x = x.detach().reshape(B, L, num_heads, d_model // num_heads)
    return x.transpose(1, 2)
