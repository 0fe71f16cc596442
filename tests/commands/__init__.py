from pathlib import Path

RECORD = Path(__file__).parents[1] / "records" / "vive-le-roi-team-emissary.json"
"""A whole game with a team, Ambition, the Emissary and a wedding."""
