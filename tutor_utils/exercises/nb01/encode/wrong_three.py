"""unk-id-fixed

Unknown words became 3, whatever the vocabulary says. In the notebook's vocabulary `<unk>` is 3; in
another one it is another number.
Try: What does your code give where `<unk>` has the id 5?
Hint: vocab["<unk>"]
"""


def encode(tokens, vocab):
    return [vocab.get(token, 3) for token in tokens]
