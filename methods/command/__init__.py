"""The commands for people, a module each; `arguments` says what they take."""
