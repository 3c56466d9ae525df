# attack: return dictionaries and strings with methods of their own
class D(dict):
    def items(self):
        while True:
            yield 'x', 1
class S(str):
    def __str__(self):
        raise SystemExit

def split_heads(x, num_heads):
    return D(a=S('b'))
