"""The errors of Python and PyTorch that learners meet: how to know each, and the words for it.

The first entry that fits decides, so the special stand before the general. Words are filled from
the named groups of the pattern and from what ``when`` finds in the learner's line. An entry whose
words would be false for some cause of the same message needs a ``when`` that rules this cause out.
"""

from .containers import ANY_OPERANDS, CONTAINERS
from .known_error import KnownError
from .modules import MODULES
from .number_types import NUMBER_TYPES
from .own_code import OWN_CODE
from .python import PYTHON
from .shapes import SHAPES
from .values import VALUES

ERRORS: tuple[KnownError, ...] = (
    *OWN_CODE,
    *SHAPES,
    *VALUES,
    *NUMBER_TYPES,
    *MODULES,
    *CONTAINERS,
    *PYTHON,
    *ANY_OPERANDS,
)
