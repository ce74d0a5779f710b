"""What both games stand on: names, errors, declared states, compiled rules, chance, loops."""
