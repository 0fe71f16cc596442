CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.analyses (
    code character varying(32) NOT NULL,
    method character varying(120) NOT NULL,
    asked_at double precision NOT NULL,
    tries integer NOT NULL,
    progress double precision NOT NULL,
    server character varying(32),
    seen_at double precision,
    steps bytea,
    body bytea,
    fault text,
    hiding text,
    record character varying(32)
);
CREATE TABLE public.attendance (
    code character varying(32) NOT NULL,
    person character varying(64) NOT NULL,
    server character varying(32) NOT NULL,
    arrived_at double precision NOT NULL,
    left_at double precision
);
CREATE TABLE public.challenges (
    id character varying(32) NOT NULL,
    bot character varying(64) NOT NULL,
    code character varying(32) NOT NULL,
    by character varying(80) NOT NULL,
    at double precision NOT NULL
);
CREATE TABLE public.closed_talks (
    code character varying(32) NOT NULL,
    at double precision NOT NULL
);
CREATE TABLE public.events (
    code character varying(32) NOT NULL,
    number integer NOT NULL,
    at double precision NOT NULL,
    kind character varying(32) NOT NULL,
    body json NOT NULL,
    key character varying(64)
);
CREATE TABLE public.league_games (
    code character varying(32) NOT NULL,
    round integer NOT NULL,
    number integer NOT NULL,
    lineup json NOT NULL,
    status character varying(16) NOT NULL,
    table_code character varying(32),
    absent json NOT NULL,
    outcome json
);
CREATE TABLE public.league_members (
    code character varying(32) NOT NULL,
    bot character varying(64) NOT NULL,
    token character varying(32) NOT NULL,
    person character varying(64) NOT NULL,
    name character varying(80) NOT NULL,
    owner character varying(80) NOT NULL,
    joined_at double precision NOT NULL,
    gone boolean NOT NULL
);
CREATE TABLE public.leagues (
    code character varying(32) NOT NULL,
    host character varying(64) NOT NULL,
    name character varying(80) NOT NULL,
    edition character varying(16) NOT NULL,
    seats integer NOT NULL,
    options json NOT NULL,
    seconds integer NOT NULL,
    automatic boolean NOT NULL,
    created_at double precision NOT NULL
);
CREATE TABLE public.moving (
    digest character varying(64) NOT NULL,
    person character varying(64) NOT NULL,
    expires_at double precision NOT NULL
);
CREATE TABLE public.mutes (
    person character varying(64) NOT NULL,
    muted character varying(64) NOT NULL
);
CREATE TABLE public.passkey_challenges (
    digest character varying(64) NOT NULL,
    person character varying(64) NOT NULL,
    purpose character varying(16) NOT NULL,
    expires_at double precision NOT NULL
);
CREATE TABLE public.passkeys (
    digest character varying(64) NOT NULL,
    person character varying(64) NOT NULL,
    credential text NOT NULL,
    public_key text NOT NULL,
    uses bigint NOT NULL,
    site character varying(255) NOT NULL,
    created_at double precision NOT NULL,
    used_at double precision
);
CREATE TABLE public.people (
    person character varying(64) NOT NULL,
    code character varying(32) NOT NULL,
    player integer NOT NULL
);
CREATE TABLE public.profiles (
    person character varying(64) NOT NULL,
    name character varying(80) NOT NULL,
    digest character varying(64) NOT NULL,
    at double precision NOT NULL
);
CREATE TABLE public.puzzle_answers (
    person character varying(64) NOT NULL,
    puzzle character varying(16) NOT NULL,
    number integer NOT NULL,
    option integer NOT NULL,
    "right" boolean NOT NULL,
    strength double precision NOT NULL,
    spread double precision NOT NULL,
    at double precision NOT NULL
);
CREATE TABLE public.puzzle_ratings (
    puzzle character varying(16) NOT NULL,
    answers integer NOT NULL,
    strength double precision NOT NULL,
    spread double precision NOT NULL
);
CREATE TABLE public.rated (
    code character varying(32) NOT NULL,
    at double precision NOT NULL
);
CREATE TABLE public.ratings (
    person character varying(64) NOT NULL,
    edition character varying(16) NOT NULL,
    pool character varying(16) NOT NULL,
    games integer NOT NULL,
    strength double precision NOT NULL,
    spread double precision NOT NULL,
    code character varying(32) NOT NULL,
    at double precision NOT NULL
);
CREATE TABLE public.records (
    id character varying(32) NOT NULL,
    at double precision NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.remarks (
    code character varying(32) NOT NULL,
    number integer NOT NULL,
    at double precision NOT NULL,
    person character varying(64) NOT NULL,
    name character varying(80) NOT NULL,
    player integer,
    text text NOT NULL,
    reaction character varying(16),
    heard_by character varying(64),
    key character varying(64)
);
CREATE TABLE public.reminded (
    code character varying(32) NOT NULL,
    player integer NOT NULL,
    number integer NOT NULL
);
CREATE TABLE public.reports (
    id integer NOT NULL,
    at double precision NOT NULL,
    code character varying(32) NOT NULL,
    number integer NOT NULL,
    person character varying(64) NOT NULL,
    name character varying(80) NOT NULL,
    text text NOT NULL,
    reporter character varying(64) NOT NULL,
    around json NOT NULL
);
CREATE SEQUENCE public.reports_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.reports_id_seq OWNED BY public.reports.id;
CREATE TABLE public.servers (
    server character varying(32) NOT NULL,
    seen_at double precision NOT NULL
);
CREATE TABLE public.settings (
    name character varying(64) NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.silenced (
    person character varying(64) NOT NULL,
    until double precision NOT NULL
);
CREATE TABLE public.subscriptions (
    digest character varying(64) NOT NULL,
    person character varying(64) NOT NULL,
    endpoint text NOT NULL,
    key character varying(120) NOT NULL,
    auth character varying(40) NOT NULL,
    language character varying(8) NOT NULL,
    at double precision NOT NULL
);
CREATE TABLE public.tables (
    code character varying(32) NOT NULL,
    created_at double precision NOT NULL,
    updated_at double precision NOT NULL,
    status character varying(16) NOT NULL,
    private boolean NOT NULL,
    edition character varying(16) NOT NULL,
    host character varying(64) NOT NULL,
    about json NOT NULL,
    due_at double precision
);
CREATE TABLE public.thoughts (
    code character varying(32) NOT NULL,
    question integer NOT NULL,
    player integer NOT NULL,
    action character varying(64) NOT NULL
);
CREATE TABLE public.tokens (
    id character varying(32) NOT NULL,
    digest character varying(64) NOT NULL,
    person character varying(64) NOT NULL,
    bot character varying(64) NOT NULL,
    name character varying(80) NOT NULL,
    owner character varying(80) NOT NULL,
    created_at double precision NOT NULL,
    used_at double precision
);
ALTER TABLE ONLY public.reports ALTER COLUMN id SET DEFAULT nextval('public.reports_id_seq'::regclass);
INSERT INTO public.alembic_version VALUES ('0013_analysed_records');
INSERT INTO public.events VALUES ('rook-23456', 1, 1000, 'created', '{"host": "host", "setting": {"edition": "kingup", "seats": [1, 1, 1], "options": [], "pace": {"kind": "none", "amount": 0}, "private": true, "screens": "own", "show_votes": false, "bot_pace": "calm", "title": "", "first": null, "talk": "players"}, "code": "rook-23456", "commitment": "9985b2e4b9b71b28ce59ea5ce77f0b110637b625c6d7f41e982c9510940a2056", "secret": "5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e"}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 2, 1001, 'sat', '{"player": 0, "person": "host", "name": "P0", "colour": 1, "owner": ""}', NULL);
INSERT INTO public.events VALUES ('rook-23456', 3, 1002, 'sat', '{"player": 1, "person": "person-1", "name": "P1", "colour": 2, "owner": ""}', NULL);
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
INSERT INTO public.settings VALUES ('channel', 'kingup_40d287d203877bd9e8da114e7a130599');
INSERT INTO public.settings VALUES ('secret', 'of the server');
INSERT INTO public.tables VALUES ('rook-23456', 1000, 1000, 'playing', true, 'kingup', 'host', '{"title": "", "edition": "kingup", "seats": [1, 1, 1], "options": [], "pace": ["none", 0], "screens": "own", "status": "playing", "round": 1, "players": [{"name": "P0", "colour": 1, "level": null, "owner": "", "ready": true}, {"name": "P1", "colour": 2, "level": null, "owner": "", "ready": true}, {"name": "Berengar", "colour": 3, "level": "page", "owner": "", "ready": true}], "waiting": [0], "scores": null, "winners": null, "next": null, "what_if": false, "coached": false}', NULL);
SELECT pg_catalog.setval('public.reports_id_seq', 1, false);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.analyses
    ADD CONSTRAINT analyses_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.attendance
    ADD CONSTRAINT attendance_pkey PRIMARY KEY (code, person, server);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT challenges_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.closed_talks
    ADD CONSTRAINT closed_talks_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_once UNIQUE (code, key);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (code, number);
ALTER TABLE ONLY public.league_games
    ADD CONSTRAINT league_games_pkey PRIMARY KEY (code, round, number);
ALTER TABLE ONLY public.league_members
    ADD CONSTRAINT league_members_pkey PRIMARY KEY (code, bot);
ALTER TABLE ONLY public.leagues
    ADD CONSTRAINT leagues_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.moving
    ADD CONSTRAINT moving_person_key UNIQUE (person);
ALTER TABLE ONLY public.moving
    ADD CONSTRAINT moving_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.mutes
    ADD CONSTRAINT mutes_pkey PRIMARY KEY (person, muted);
ALTER TABLE ONLY public.passkey_challenges
    ADD CONSTRAINT passkey_challenges_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (person, code, player);
ALTER TABLE ONLY public.profiles
    ADD CONSTRAINT profiles_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.profiles
    ADD CONSTRAINT profiles_pkey PRIMARY KEY (person);
ALTER TABLE ONLY public.puzzle_answers
    ADD CONSTRAINT puzzle_answers_in_order UNIQUE (person, number);
ALTER TABLE ONLY public.puzzle_answers
    ADD CONSTRAINT puzzle_answers_pkey PRIMARY KEY (person, puzzle);
ALTER TABLE ONLY public.puzzle_ratings
    ADD CONSTRAINT puzzle_ratings_pkey PRIMARY KEY (puzzle);
ALTER TABLE ONLY public.rated
    ADD CONSTRAINT rated_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT ratings_once UNIQUE (code, person, pool);
ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT ratings_pkey PRIMARY KEY (person, edition, pool, games);
ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.remarks
    ADD CONSTRAINT remarks_once UNIQUE (code, key);
ALTER TABLE ONLY public.remarks
    ADD CONSTRAINT remarks_pkey PRIMARY KEY (code, number);
ALTER TABLE ONLY public.reminded
    ADD CONSTRAINT reminded_pkey PRIMARY KEY (code, player);
ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_once UNIQUE (code, number, reporter);
ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.servers
    ADD CONSTRAINT servers_pkey PRIMARY KEY (server);
ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.silenced
    ADD CONSTRAINT silenced_pkey PRIMARY KEY (person);
ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.thoughts
    ADD CONSTRAINT thoughts_pkey PRIMARY KEY (code, question, player);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_bot_key UNIQUE (bot);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (id);
CREATE INDEX analyses_by_time ON public.analyses USING btree (asked_at);
CREATE INDEX attendance_by_server ON public.attendance USING btree (server);
CREATE INDEX challenges_by_bot ON public.challenges USING btree (bot);
CREATE INDEX league_games_by_status ON public.league_games USING btree (status);
CREATE INDEX league_members_by_person ON public.league_members USING btree (person);
CREATE INDEX leagues_by_host ON public.leagues USING btree (host);
CREATE INDEX mutes_of_somebody ON public.mutes USING btree (muted);
CREATE INDEX passkey_challenges_of ON public.passkey_challenges USING btree (person);
CREATE INDEX passkeys_of ON public.passkeys USING btree (person);
CREATE INDEX people_by_table ON public.people USING btree (code);
CREATE INDEX records_by_time ON public.records USING btree (at);
CREATE INDEX remarks_by_person ON public.remarks USING btree (person);
CREATE INDEX subscriptions_of ON public.subscriptions USING btree (person);
CREATE INDEX tables_by_host ON public.tables USING btree (host);
CREATE INDEX tables_due ON public.tables USING btree (due_at);
CREATE INDEX tables_listed ON public.tables USING btree (private, status, updated_at);
CREATE INDEX tokens_by_person ON public.tokens USING btree (person);
ALTER TABLE ONLY public.analyses
    ADD CONSTRAINT analyses_record_fkey FOREIGN KEY (record) REFERENCES public.records(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT challenges_code_fkey FOREIGN KEY (code) REFERENCES public.tables(code);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_code_fkey FOREIGN KEY (code) REFERENCES public.tables(code);
ALTER TABLE ONLY public.league_games
    ADD CONSTRAINT league_games_code_fkey FOREIGN KEY (code) REFERENCES public.leagues(code) ON DELETE CASCADE;
ALTER TABLE ONLY public.league_members
    ADD CONSTRAINT league_members_code_fkey FOREIGN KEY (code) REFERENCES public.leagues(code) ON DELETE CASCADE;
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_code_fkey FOREIGN KEY (code) REFERENCES public.tables(code);
ALTER TABLE ONLY public.rated
    ADD CONSTRAINT rated_code_fkey FOREIGN KEY (code) REFERENCES public.tables(code);
ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT ratings_code_fkey FOREIGN KEY (code) REFERENCES public.tables(code);
ALTER TABLE ONLY public.remarks
    ADD CONSTRAINT remarks_code_fkey FOREIGN KEY (code) REFERENCES public.tables(code);
ALTER TABLE ONLY public.reminded
    ADD CONSTRAINT reminded_code_fkey FOREIGN KEY (code) REFERENCES public.tables(code);
