"""Running kingup in public: files for nginx, systemd and containers, and a local trial."""
