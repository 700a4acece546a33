"""Verifiers for fair draws, and attacks on them: who catches each."""
