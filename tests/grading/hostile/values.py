# Attacks by what an answer gives back or raises.

# %% deep: return a list in a list, 100000 deep
def split_heads(x, num_heads):
    value = []
    for _ in range(100_000):
        value = [value]
    return value

# %% endless_axis: return an empty tensor with an endless axis
def split_heads(x, num_heads):
    return torch.zeros(0, 2**62)

# %% endless_repr: raise an error whose text never ends
class Slow(Exception):
    def __str__(self):
        while True:
            pass
def split_heads(x, num_heads):
    raise Slow

# %% huge_error: raise an error of a gigabyte
def split_heads(x, num_heads):
    raise ValueError("\ud83d\x00\u202e<script>" * 20_000_000)

# %% pickle: return an object whose pickle runs a command
class Bomb:
    def __reduce__(self):
        import os
        return os.system, ('touch /tmp/marking-was-here',)
def split_heads(x, num_heads):
    return Bomb()

# %% raising_properties: return an object that raises at every look
class Bad:
    @property
    def __class__(self):
        raise SystemExit
    def __repr__(self):
        raise SystemExit
    def __getattribute__(self, name):
        raise SystemExit
def split_heads(x, num_heads):
    return Bad()

# %% scripts: put scripts and formulas into the feedback
def split_heads(x, num_heads):
    raise ValueError('<script>alert(1)</script><img src=x onerror=alert(1)>\n=HYPERLINK("http://x")\x1b[2J\u202e')

# %% strange_containers: return dictionaries and strings with methods of their own
class D(dict):
    def items(self):
        while True:
            yield 'x', 1
class S(str):
    def __str__(self):
        raise SystemExit
def split_heads(x, num_heads):
    return D(a=S('b'))

# %% tensor_methods: return a tensor that lies about its shape and its copies
class Lie(torch.Tensor):
    @property
    def shape(self):
        return torch.Size((self.size(0), self.heads, self.size(1), self.size(2) // self.heads))
    def __eq__(self, other):
        return torch.ones_like(other, dtype=torch.bool)
    __hash__ = torch.Tensor.__hash__
    equal = allclose = lambda self, other, *a, **k: True
    cpu = detach = clone = contiguous = lambda self, *a, **k: self
    def __reduce_ex__(self, protocol):
        return torch.ones, (1,)
def split_heads(x, num_heads):
    out = x.as_subclass(Lie)
    out.heads = num_heads
    return out

# %% torch_function_yes: return an object that answers every function of torch and numpy with yes
class Yes:
    dtype, device, requires_grad, ndim = torch.float32, torch.device('cpu'), False, 4
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return torch.ones((), dtype=torch.bool)
    def __array__(self, *a, **k):
        return torch.ones(1, 2, 2, 2).numpy()
    def __eq__(self, other):
        return True
    def __ne__(self, other):
        return False
    def __hash__(self):
        return 0
    __class__ = torch.Tensor
    __float__ = lambda self: 1.0
    __len__ = lambda self: 1
    __iter__ = lambda self: iter([self])
def split_heads(x, num_heads):
    return Yes()

# %% two_gb_result: return 2 GB that are one number, and 2 GB that are real, by turns
turn = [0]
def split_heads(x, num_heads):
    turn[0] += 1
    if turn[0] % 2:
        return torch.zeros(1).expand(2**29)
    return torch.zeros(2**29)
