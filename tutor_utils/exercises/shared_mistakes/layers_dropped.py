"""layers-dropped

In training you leave out whole layers by chance (LayerDrop in fairseq). The contract knows dropout
inside the layers alone, and wants the weights of every layer.
Try: How many maps of weights come back in training mode?
Hint: Run every layer; each has its own dropout.
"""
