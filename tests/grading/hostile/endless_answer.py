# attack: never end inside the answer
import time


def split_heads(x, num_heads):
    while True:
        pass
