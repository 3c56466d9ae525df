"""Marking a class: rebuild each submission, run it in a sandbox, judge it outside."""
