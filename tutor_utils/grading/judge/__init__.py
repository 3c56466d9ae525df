"""Marks: each answer becomes a job, the job runs, and what came out of it is judged here."""
