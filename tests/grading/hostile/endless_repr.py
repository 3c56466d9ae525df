# attack: raise an error whose text never ends
class Slow(Exception):
    def __str__(self):
        while True:
            pass

def split_heads(x, num_heads):
    raise Slow
