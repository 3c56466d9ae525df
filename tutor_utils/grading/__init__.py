"""Marking a class: rebuild each submission, run it behind walls, judge outside them."""
