"""Machines that classify matrices: the support matrix machine and those it is compared with."""
