"""What a teacher and learners get: tables, pages, and questions before any grade leaves."""
