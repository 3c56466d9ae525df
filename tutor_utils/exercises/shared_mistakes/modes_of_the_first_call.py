"""modes-of-the-first-call

The modes are noted on the model by the first call alone. Every later call gives the model those
modes back, whatever modes it came in.
Try: Call it with the model in training mode, then in eval mode. What is `model.training` after the second call?
Hint: Read the modes in each call, into a list of the call's own.
"""
