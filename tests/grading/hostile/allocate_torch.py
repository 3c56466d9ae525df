# attack: take 50 GB of memory in the cell, by torch and by bytearray
kept = []
for _ in range(50):
    try:
        kept.append(torch.empty(2**28).fill_(1.0))
    except BaseException:
        pass
for _ in range(50):
    try:
        kept.append(bytearray(b'x') * 2**30)
    except BaseException:
        pass
