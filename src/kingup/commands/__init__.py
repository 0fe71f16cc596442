"""The commands of `kingup`, one file each."""
