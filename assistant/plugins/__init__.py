"""Goal solvers and helpers: parts that others may replace, found by entry point."""
