"""For maintainers: builds the notebooks from their one source. Learners never import it.

``build`` with ``generate`` and ``links``; ``new`` and ``mistake`` begin what an author goes on
with; ``audit`` proves a check, by edits of right answers (``mutants``); ``site`` makes the web
pages, ``readme`` and ``front_page`` what a build writes besides.
"""
