# Two rows, old and new.
def edit_distance(a, b):
    old = [*range(len(b) + 1)]
    for i in range(len(a)):
        new = [i + 1]
        for j in range(len(b)):
            if a[i] == b[j]:
                new.append(old[j])
            else:
                new.append(1 + min(old[j], old[j + 1], new[j]))
        old = new
    return old[len(b)]
