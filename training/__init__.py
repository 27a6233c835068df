"""Training and evaluation of the shipped model; needs the dependency group `training`."""
