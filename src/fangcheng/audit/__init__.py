"""Checking from outside: rules against case files, and finished deals against their logs."""

from fangcheng.audit.cases import Result, run_case, run_file
from fangcheng.audit.parse import NotACaseError, parse_case

__all__ = ["NotACaseError", "Result", "parse_case", "run_case", "run_file"]
