"""Side trip 06b of notebook 06."""

from ..notebook import Notebook

notebook = Notebook(
    number="06b", name="faults_in_real_code", title="Faults in real code", minutes=10, entries=()
)
