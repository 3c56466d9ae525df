"""Pictures for a side trip of Part III: handwritten digits, 8 by 8."""

from .digits import digits

__all__ = ["digits"]
