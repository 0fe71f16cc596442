"""Running kingup for the public: files for nginx, systemd and containers, and a trial."""
