"""How strong the trained player is: what docs/strength.md says.

python -m bench.sovereign quick WEIGHTS         minutes: against courtiers, both editions
python -m bench.sovereign play WEIGHTS [NAME]   every match, or those whose names contain NAME
python -m bench.sovereign list WEIGHTS [NAME]   where they stand
python -m bench.sovereign write WEIGHTS         docs/strength.md, its pictures, docs/strength.csv

`play` takes hours, can be interrupted at any moment and goes on where it stopped; `--minutes 30`
ends it in time, `--jobs 2` plays so many matches beside each other, `--out` is where results stay
(build/matches, by the weights' digest). A match ends as soon as its question is settled. What
docs/strength.csv knows of the same weights counts as played, unless `--afresh` is given. `write`
measures how well favourites are guessed, which takes minutes for weights that it does not know.
"""
