"""The strength of the trained player, as reported in docs/strength.md.

python -m bench.sovereign quick WEIGHTS         minutes: against courtiers, both editions
python -m bench.sovereign play WEIGHTS [NAME]   every match, or those whose names contain NAME
python -m bench.sovereign list WEIGHTS [NAME]   how the matches stand
python -m bench.sovereign write WEIGHTS         docs/strength.md, its pictures, docs/strength.csv

`play` takes hours, can be interrupted at any time and resumes where it stopped; `--minutes 30`
limits its time, `--jobs 2` plays two matches at once, `--out` is the folder of the results
(build/matches, by the weights' digest). A match ends as soon as its question is settled. Matches
of the same weights in docs/strength.csv count as played, unless `--afresh` is given. `write` also
measures how well favourites are guessed, which takes minutes for new weights.
"""
