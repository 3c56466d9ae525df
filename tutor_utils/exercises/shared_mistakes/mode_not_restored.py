"""mode-not-restored

The model is left in another mode than it had. Training would go on without dropout, or the other
way round.
Try: Which mode had the model when it came in? Do you remember it?
Hint: Remember `model.training`, and call `model.train(was_training)` at the end.
"""
