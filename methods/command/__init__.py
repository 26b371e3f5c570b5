"""The command line: `steps` has what the rules call, each other module a command for people.

`arguments` says what the commands take.
"""
