"""What is kept: marks and a teacher's decisions, and how points are counted of them."""
