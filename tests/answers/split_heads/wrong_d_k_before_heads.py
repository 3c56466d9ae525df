# diagnosis: features-interleaved
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, L, d_model = x.shape
    if d_model % num_heads != 0:
        raise ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")
    d_k = d_model // num_heads
    return x.reshape(B, L, d_k, num_heads).permute(0, 3, 1, 2)
