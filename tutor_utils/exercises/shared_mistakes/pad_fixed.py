"""pad-fixed

Your pads are 0, whatever `pad_id` is: the number stands in your code, or a name of the notebook
(`PAD`) does, or a tensor of zeros is filled.
Try: What do you write behind eos, and what does the caller ask for?
Hint: Write `pad_id` behind eos.
"""
