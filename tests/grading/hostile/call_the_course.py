# attack: call an answer of the course, by import and by names put together
import sys
for attack in (
    "from tutor_utils import mine; theirs = mine('split_heads')",
    "from tutor_utils.models.decoding import split_heads as theirs",
    "from tutor_utils.course.learner_package import load_answer; theirs = load_answer('split_heads').value",
    "from my_transformer.split_heads import split_heads as theirs",
    "theirs = sys.modules['tutor_' + 'utils.models.' + 'decoding'].split_heads",
):
    try:
        exec(attack)
    except BaseException:
        pass

def split_heads(x, num_heads):
    theirs = globals().get('theirs')
    return theirs(x, num_heads) if callable(theirs) else x
