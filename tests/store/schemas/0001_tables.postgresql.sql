CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.events (
    code character varying(32) NOT NULL,
    number integer NOT NULL,
    at double precision NOT NULL,
    kind character varying(32) NOT NULL,
    body json NOT NULL,
    key character varying(64)
);
CREATE TABLE public.people (
    person character varying(64) NOT NULL,
    code character varying(32) NOT NULL,
    player integer NOT NULL
);
CREATE TABLE public.settings (
    name character varying(64) NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.tables (
    code character varying(32) NOT NULL,
    created_at double precision NOT NULL,
    updated_at double precision NOT NULL,
    status character varying(16) NOT NULL,
    private boolean NOT NULL,
    edition character varying(16) NOT NULL,
    host character varying(64) NOT NULL,
    about json NOT NULL
);
INSERT INTO public.alembic_version VALUES ('0001_tables');
INSERT INTO public.events VALUES ('rook-23456', 1, 1000, 'created', '{"host": "host", "setting": {"edition": "kingup", "seats": [1, 1, 1], "options": [], "pace": {"kind": "none", "amount": 0}, "private": true, "screens": "own", "show_votes": false, "bot_pace": "calm", "title": "", "first": null}, "code": "rook-23456", "commitment": "9985b2e4b9b71b28ce59ea5ce77f0b110637b625c6d7f41e982c9510940a2056", "secret": "5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 2, 1001, 'sat', '{"player": 0, "person": "host", "name": "P0", "colour": 1}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 3, 1002, 'sat', '{"player": 1, "person": "person-1", "name": "P1", "colour": 2}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 4, 1003, 'bot-sat', '{"player": 2, "level": "page", "name": "Berengar", "colour": 3}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 5, 1004, 'confirmed', '{"player": 0, "contribution": "P0"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 6, 1005, 'confirmed', '{"player": 1, "contribution": "P1"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 7, 1005, 'started', '{}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 8, 1005, 'dealt', '{"deal": {"first": 0, "favourites": ["BDFGOP", "AFGLNP", "DGILMP"], "ambitions": [], "emissary_card": null, "pile": null}}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 9, 1006, 'acted', '{"player": 0, "action": "M1", "by": "person"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 10, 1007, 'acted', '{"player": 1, "action": "E1", "by": "person"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 11, 1008, 'acted', '{"player": 2, "action": "L4", "by": "bot"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 12, 1009, 'acted', '{"player": 0, "action": "N3", "by": "person"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 13, 1010, 'acted', '{"player": 1, "action": "D2", "by": "person"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 14, 1011, 'acted', '{"player": 2, "action": "P4", "by": "bot"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 15, 1012, 'acted', '{"player": 0, "action": "O3", "by": "person"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 16, 1013, 'acted', '{"player": 1, "action": "F2", "by": "person"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 17, 1014, 'acted', '{"player": 2, "action": "G3", "by": "bot"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 18, 1015, 'acted', '{"player": 0, "action": "B4", "by": "person"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 19, 1016, 'acted', '{"player": 1, "action": "C2", "by": "person"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 20, 1017, 'acted', '{"player": 2, "action": "A1", "by": "bot"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 21, 1018, 'acted', '{"player": 0, "action": "N", "by": "person"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 22, 1019, 'acted', '{"player": 1, "action": "I", "by": "person"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 23, 1020, 'acted', '{"player": 2, "action": "I", "by": "bot"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 24, 1021, 'acted', '{"player": 0, "action": "F", "by": "person"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 25, 1022, 'acted', '{"player": 1, "action": "M", "by": "person"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 26, 1023, 'acted', '{"player": 2, "action": "M", "by": "bot"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 27, 1024, 'acted', '{"player": 0, "action": "P", "by": "person"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 28, 1025, 'acted', '{"player": 1, "action": "N", "by": "person"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 29, 1026, 'acted', '{"player": 2, "action": "A", "by": "bot"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 30, 1027, 'acted', '{"player": 0, "action": "F", "by": "person"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 31, 1028, 'acted', '{"player": 1, "action": "O", "by": "person"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 32, 1029, 'acted', '{"player": 2, "action": "B", "by": "bot"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 33, 1030, 'acted', '{"player": 0, "action": "P", "by": "person"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 34, 1031, 'acted', '{"player": 2, "action": "N", "by": "bot"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 35, 1032, 'acted', '{"player": 0, "action": "N", "by": "person"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 36, 1033, 'acted', '{"player": 1, "action": "N", "by": "person"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 37, 1034, 'acted', '{"player": 1, "action": "N", "by": "person"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 38, 1035, 'acted', '{"player": 0, "action": "N", "by": "person"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 39, 1036, 'acted', '{"player": 1, "action": "N", "by": "person"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 40, 1037, 'acted', '{"player": 2, "action": "Y", "by": "bot"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 41, 1038, 'acted', '{"player": 2, "action": "M", "by": "bot"}', NULL);
INSERT INTO public.people VALUES ('host', 'rook-23456', 0);
INSERT INTO public.people VALUES ('person-1', 'rook-23456', 1);
INSERT INTO public.settings VALUES ('secret', 'of the server');
INSERT INTO public.tables VALUES ('rook-23456', 1000, 1000, 'playing', true, 'kingup', 'host', '{"title": "", "edition": "kingup", "seats": [1, 1, 1], "options": [], "pace": ["none", 0], "screens": "own", "status": "playing", "round": 1, "players": [{"name": "P0", "colour": 1, "level": null, "ready": true}, {"name": "P1", "colour": 2, "level": null, "ready": true}, {"name": "Berengar", "colour": 3, "level": "page", "ready": true}], "waiting": [0], "scores": null, "winners": null, "next": null}');
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_once UNIQUE (code, key);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (code, number);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (person, code, player);
ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (code);
CREATE INDEX tables_by_host ON public.tables USING btree (host);
CREATE INDEX tables_listed ON public.tables USING btree (private, status, updated_at);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_code_fkey FOREIGN KEY (code) REFERENCES public.tables(code);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_code_fkey FOREIGN KEY (code) REFERENCES public.tables(code);
