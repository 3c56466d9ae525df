"""A job in a sandbox: the walls, the process behind them, and what comes out. It knows no truth."""
