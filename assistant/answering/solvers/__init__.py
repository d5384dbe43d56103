"""Goal solvers: who decides what an answer says."""
