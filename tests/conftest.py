"""Settings that all tests share."""

from hypothesis import settings

# Compiling the rules the first time would break any deadline.
settings.register_profile("kingup", deadline=None)
settings.load_profile("kingup")
