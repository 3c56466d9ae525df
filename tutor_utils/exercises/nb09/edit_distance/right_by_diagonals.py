# With a dict of places.
def edit_distance(a, b):
    d = {(-1, -1): 0}
    d |= {(i, -1): i + 1 for i in range(len(a))}
    d |= {(-1, j): j + 1 for j in range(len(b))}
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + int(x != y))
    return d[len(a) - 1, len(b) - 1]
