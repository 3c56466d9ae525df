# attack: change the numbers behind a tensor after it was returned
import threading
import torch

def split_heads(x, num_heads):
    out = torch.zeros(x.shape[0], num_heads, x.shape[1], x.shape[2] // num_heads)
    def later():
        for _ in range(1000):
            out.copy_(torch.randn_like(out))
    threading.Thread(target=later, daemon=True).start()
    return out
