"""query-and-key-swapped

Query and key have changed places.
Try: Compare the published names with your four projections, one by one.
Hint: `q_proj` belongs to `w_q`.
"""
