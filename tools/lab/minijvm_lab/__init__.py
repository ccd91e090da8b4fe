"""Checks what a student hands in for a lab (README.md)."""
