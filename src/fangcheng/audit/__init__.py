"""Checking from outside: rules against case files, and finished deals against their logs."""

from fangcheng.audit.cases import Result, run_case, run_file
from fangcheng.audit.parse import NotACaseError, parse_case
from fangcheng.audit.verify import Verification, verify

__all__ = ["NotACaseError", "Result", "Verification", "parse_case", "run_case", "run_file", "verify"]
