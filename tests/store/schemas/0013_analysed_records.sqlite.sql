BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0013_analysed_records');
CREATE TABLE "analyses" (
	code VARCHAR(32) NOT NULL, 
	method VARCHAR(120) NOT NULL, 
	asked_at DOUBLE NOT NULL, 
	tries INTEGER NOT NULL, 
	progress DOUBLE NOT NULL, 
	server VARCHAR(32), 
	seen_at DOUBLE, 
	steps BLOB, 
	body BLOB, 
	fault TEXT, 
	hiding TEXT, 
	record VARCHAR(32), 
	PRIMARY KEY (code), 
	CONSTRAINT analyses_record_fkey FOREIGN KEY(record) REFERENCES records (id) ON DELETE CASCADE
);
CREATE TABLE attendance (
	code VARCHAR(32) NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	server VARCHAR(32) NOT NULL, 
	arrived_at DOUBLE NOT NULL, 
	left_at DOUBLE, 
	PRIMARY KEY (code, person, server)
);
CREATE TABLE challenges (
	id VARCHAR(32) NOT NULL, 
	bot VARCHAR(64) NOT NULL, 
	code VARCHAR(32) NOT NULL, 
	"by" VARCHAR(80) NOT NULL, 
	at DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(code) REFERENCES tables (code)
);
CREATE TABLE closed_talks (
	code VARCHAR(32) NOT NULL, 
	at DOUBLE NOT NULL, 
	PRIMARY KEY (code)
);
CREATE TABLE events (
	code VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	body JSON NOT NULL, 
	"key" VARCHAR(64), 
	PRIMARY KEY (code, number), 
	CONSTRAINT events_once UNIQUE (code, "key"), 
	FOREIGN KEY(code) REFERENCES tables (code)
);
INSERT INTO "events" VALUES('rook-23456',1,1000.0,'created','{"host": "host", "setting": {"edition": "kingup", "seats": [1, 1, 1], "options": [], "pace": {"kind": "none", "amount": 0}, "private": true, "screens": "own", "show_votes": false, "bot_pace": "calm", "title": "", "first": null, "talk": "players"}, "code": "rook-23456", "commitment": "9985b2e4b9b71b28ce59ea5ce77f0b110637b625c6d7f41e982c9510940a2056", "secret": "5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e"}',NULL);
INSERT INTO "events" VALUES('rook-23456',2,1001.0,'sat','{"player": 0, "person": "host", "name": "P0", "colour": 1, "owner": ""}',NULL);
INSERT INTO "events" VALUES('rook-23456',3,1002.0,'sat','{"player": 1, "person": "person-1", "name": "P1", "colour": 2, "owner": ""}',NULL);
INSERT INTO "events" VALUES('rook-23456',4,1003.0,'bot-sat','{"player": 2, "level": "page", "name": "Berengar", "colour": 3}',NULL);
INSERT INTO "events" VALUES('rook-23456',5,1004.0,'confirmed','{"player": 0, "contribution": "P0"}',NULL);
INSERT INTO "events" VALUES('rook-23456',6,1005.0,'confirmed','{"player": 1, "contribution": "P1"}',NULL);
INSERT INTO "events" VALUES('rook-23456',7,1005.0,'started','{}',NULL);
INSERT INTO "events" VALUES('rook-23456',8,1005.0,'dealt','{"deal": {"first": 0, "favourites": ["BDFGOP", "AFGLNP", "DGILMP"], "ambitions": [], "emissary_card": null, "pile": null}}',NULL);
INSERT INTO "events" VALUES('rook-23456',9,1006.0,'acted','{"player": 0, "action": "M1", "by": "person"}',NULL);
INSERT INTO "events" VALUES('rook-23456',10,1007.0,'acted','{"player": 1, "action": "E1", "by": "person"}',NULL);
INSERT INTO "events" VALUES('rook-23456',11,1008.0,'acted','{"player": 2, "action": "L4", "by": "bot"}',NULL);
INSERT INTO "events" VALUES('rook-23456',12,1009.0,'acted','{"player": 0, "action": "N3", "by": "person"}',NULL);
INSERT INTO "events" VALUES('rook-23456',13,1010.0,'acted','{"player": 1, "action": "D2", "by": "person"}',NULL);
INSERT INTO "events" VALUES('rook-23456',14,1011.0,'acted','{"player": 2, "action": "P4", "by": "bot"}',NULL);
INSERT INTO "events" VALUES('rook-23456',15,1012.0,'acted','{"player": 0, "action": "O3", "by": "person"}',NULL);
INSERT INTO "events" VALUES('rook-23456',16,1013.0,'acted','{"player": 1, "action": "F2", "by": "person"}',NULL);
INSERT INTO "events" VALUES('rook-23456',17,1014.0,'acted','{"player": 2, "action": "G3", "by": "bot"}',NULL);
INSERT INTO "events" VALUES('rook-23456',18,1015.0,'acted','{"player": 0, "action": "B4", "by": "person"}',NULL);
INSERT INTO "events" VALUES('rook-23456',19,1016.0,'acted','{"player": 1, "action": "C2", "by": "person"}',NULL);
INSERT INTO "events" VALUES('rook-23456',20,1017.0,'acted','{"player": 2, "action": "A1", "by": "bot"}',NULL);
INSERT INTO "events" VALUES('rook-23456',21,1018.0,'acted','{"player": 0, "action": "N", "by": "person"}',NULL);
INSERT INTO "events" VALUES('rook-23456',22,1019.0,'acted','{"player": 1, "action": "I", "by": "person"}',NULL);
INSERT INTO "events" VALUES('rook-23456',23,1020.0,'acted','{"player": 2, "action": "I", "by": "bot"}',NULL);
INSERT INTO "events" VALUES('rook-23456',24,1021.0,'acted','{"player": 0, "action": "F", "by": "person"}',NULL);
INSERT INTO "events" VALUES('rook-23456',25,1022.0,'acted','{"player": 1, "action": "M", "by": "person"}',NULL);
INSERT INTO "events" VALUES('rook-23456',26,1023.0,'acted','{"player": 2, "action": "M", "by": "bot"}',NULL);
INSERT INTO "events" VALUES('rook-23456',27,1024.0,'acted','{"player": 0, "action": "P", "by": "person"}',NULL);
INSERT INTO "events" VALUES('rook-23456',28,1025.0,'acted','{"player": 1, "action": "N", "by": "person"}',NULL);
INSERT INTO "events" VALUES('rook-23456',29,1026.0,'acted','{"player": 2, "action": "A", "by": "bot"}',NULL);
INSERT INTO "events" VALUES('rook-23456',30,1027.0,'acted','{"player": 0, "action": "F", "by": "person"}',NULL);
INSERT INTO "events" VALUES('rook-23456',31,1028.0,'acted','{"player": 1, "action": "O", "by": "person"}',NULL);
INSERT INTO "events" VALUES('rook-23456',32,1029.0,'acted','{"player": 2, "action": "B", "by": "bot"}',NULL);
INSERT INTO "events" VALUES('rook-23456',33,1030.0,'acted','{"player": 0, "action": "P", "by": "person"}',NULL);
INSERT INTO "events" VALUES('rook-23456',34,1031.0,'acted','{"player": 2, "action": "N", "by": "bot"}',NULL);
INSERT INTO "events" VALUES('rook-23456',35,1032.0,'acted','{"player": 0, "action": "N", "by": "person"}',NULL);
INSERT INTO "events" VALUES('rook-23456',36,1033.0,'acted','{"player": 1, "action": "N", "by": "person"}',NULL);
INSERT INTO "events" VALUES('rook-23456',37,1034.0,'acted','{"player": 1, "action": "N", "by": "person"}',NULL);
INSERT INTO "events" VALUES('rook-23456',38,1035.0,'acted','{"player": 0, "action": "N", "by": "person"}',NULL);
INSERT INTO "events" VALUES('rook-23456',39,1036.0,'acted','{"player": 1, "action": "N", "by": "person"}',NULL);
INSERT INTO "events" VALUES('rook-23456',40,1037.0,'acted','{"player": 2, "action": "Y", "by": "bot"}',NULL);
INSERT INTO "events" VALUES('rook-23456',41,1038.0,'acted','{"player": 2, "action": "M", "by": "bot"}',NULL);
CREATE TABLE league_games (
	code VARCHAR(32) NOT NULL, 
	round INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	lineup JSON NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	table_code VARCHAR(32), 
	absent JSON NOT NULL, 
	outcome JSON, 
	PRIMARY KEY (code, round, number), 
	FOREIGN KEY(code) REFERENCES leagues (code) ON DELETE CASCADE
);
CREATE TABLE league_members (
	code VARCHAR(32) NOT NULL, 
	bot VARCHAR(64) NOT NULL, 
	token VARCHAR(32) NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	owner VARCHAR(80) NOT NULL, 
	joined_at DOUBLE NOT NULL, 
	gone BOOLEAN NOT NULL, 
	PRIMARY KEY (code, bot), 
	FOREIGN KEY(code) REFERENCES leagues (code) ON DELETE CASCADE
);
CREATE TABLE leagues (
	code VARCHAR(32) NOT NULL, 
	host VARCHAR(64) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	edition VARCHAR(16) NOT NULL, 
	seats INTEGER NOT NULL, 
	options JSON NOT NULL, 
	seconds INTEGER NOT NULL, 
	automatic BOOLEAN NOT NULL, 
	created_at DOUBLE NOT NULL, 
	PRIMARY KEY (code)
);
CREATE TABLE moving (
	digest VARCHAR(64) NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	expires_at DOUBLE NOT NULL, 
	PRIMARY KEY (digest), 
	UNIQUE (person)
);
CREATE TABLE mutes (
	person VARCHAR(64) NOT NULL, 
	muted VARCHAR(64) NOT NULL, 
	PRIMARY KEY (person, muted)
);
CREATE TABLE passkey_challenges (
	digest VARCHAR(64) NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	purpose VARCHAR(16) NOT NULL, 
	expires_at DOUBLE NOT NULL, 
	PRIMARY KEY (digest)
);
CREATE TABLE passkeys (
	digest VARCHAR(64) NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	credential TEXT NOT NULL, 
	public_key TEXT NOT NULL, 
	uses BIGINT NOT NULL, 
	site VARCHAR(255) NOT NULL, 
	created_at DOUBLE NOT NULL, 
	used_at DOUBLE, 
	PRIMARY KEY (digest)
);
CREATE TABLE people (
	person VARCHAR(64) NOT NULL, 
	code VARCHAR(32) NOT NULL, 
	player INTEGER NOT NULL, 
	PRIMARY KEY (person, code, player), 
	FOREIGN KEY(code) REFERENCES tables (code)
);
INSERT INTO "people" VALUES('host','rook-23456',0);
INSERT INTO "people" VALUES('person-1','rook-23456',1);
CREATE TABLE profiles (
	person VARCHAR(64) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	at DOUBLE NOT NULL, 
	PRIMARY KEY (person), 
	UNIQUE (digest)
);
CREATE TABLE puzzle_answers (
	person VARCHAR(64) NOT NULL, 
	puzzle VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	option INTEGER NOT NULL, 
	"right" BOOLEAN NOT NULL, 
	strength DOUBLE NOT NULL, 
	spread DOUBLE NOT NULL, 
	at DOUBLE NOT NULL, 
	PRIMARY KEY (person, puzzle), 
	CONSTRAINT puzzle_answers_in_order UNIQUE (person, number)
);
CREATE TABLE puzzle_ratings (
	puzzle VARCHAR(16) NOT NULL, 
	answers INTEGER NOT NULL, 
	strength DOUBLE NOT NULL, 
	spread DOUBLE NOT NULL, 
	PRIMARY KEY (puzzle)
);
CREATE TABLE rated (
	code VARCHAR(32) NOT NULL, 
	at DOUBLE NOT NULL, 
	PRIMARY KEY (code), 
	FOREIGN KEY(code) REFERENCES tables (code)
);
CREATE TABLE ratings (
	person VARCHAR(64) NOT NULL, 
	edition VARCHAR(16) NOT NULL, 
	pool VARCHAR(16) NOT NULL, 
	games INTEGER NOT NULL, 
	strength DOUBLE NOT NULL, 
	spread DOUBLE NOT NULL, 
	code VARCHAR(32) NOT NULL, 
	at DOUBLE NOT NULL, 
	PRIMARY KEY (person, edition, pool, games), 
	CONSTRAINT ratings_once UNIQUE (code, person, pool), 
	FOREIGN KEY(code) REFERENCES tables (code)
);
CREATE TABLE records (
	id VARCHAR(32) NOT NULL, 
	at DOUBLE NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE remarks (
	code VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	player INTEGER, 
	text TEXT NOT NULL, 
	reaction VARCHAR(16), 
	heard_by VARCHAR(64), 
	"key" VARCHAR(64), 
	PRIMARY KEY (code, number), 
	CONSTRAINT remarks_once UNIQUE (code, "key"), 
	FOREIGN KEY(code) REFERENCES tables (code)
);
CREATE TABLE reminded (
	code VARCHAR(32) NOT NULL, 
	player INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	PRIMARY KEY (code, player), 
	FOREIGN KEY(code) REFERENCES tables (code)
);
CREATE TABLE reports (
	id INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	code VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	text TEXT NOT NULL, 
	reporter VARCHAR(64) NOT NULL, 
	around JSON NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT reports_once UNIQUE (code, number, reporter)
);
CREATE TABLE servers (
	server VARCHAR(32) NOT NULL, 
	seen_at DOUBLE NOT NULL, 
	PRIMARY KEY (server)
);
CREATE TABLE settings (
	name VARCHAR(64) NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "settings" VALUES('secret','of the server');
CREATE TABLE silenced (
	person VARCHAR(64) NOT NULL, 
	until DOUBLE NOT NULL, 
	PRIMARY KEY (person)
);
CREATE TABLE subscriptions (
	digest VARCHAR(64) NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	endpoint TEXT NOT NULL, 
	"key" VARCHAR(120) NOT NULL, 
	auth VARCHAR(40) NOT NULL, 
	language VARCHAR(8) NOT NULL, 
	at DOUBLE NOT NULL, 
	PRIMARY KEY (digest)
);
CREATE TABLE tables (
	code VARCHAR(32) NOT NULL, 
	created_at DOUBLE NOT NULL, 
	updated_at DOUBLE NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	private BOOLEAN NOT NULL, 
	edition VARCHAR(16) NOT NULL, 
	host VARCHAR(64) NOT NULL, 
	about JSON NOT NULL, due_at DOUBLE, 
	PRIMARY KEY (code)
);
INSERT INTO "tables" VALUES('rook-23456',1000.0,1000.0,'playing',1,'kingup','host','{"title": "", "edition": "kingup", "seats": [1, 1, 1], "options": [], "pace": ["none", 0], "screens": "own", "status": "playing", "round": 1, "players": [{"name": "P0", "colour": 1, "level": null, "owner": "", "ready": true}, {"name": "P1", "colour": 2, "level": null, "owner": "", "ready": true}, {"name": "Berengar", "colour": 3, "level": "page", "owner": "", "ready": true}], "waiting": [0], "scores": null, "winners": null, "next": null, "what_if": false, "coached": false}',NULL);
CREATE TABLE thoughts (
	code VARCHAR(32) NOT NULL, 
	question INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	action VARCHAR(64) NOT NULL, 
	PRIMARY KEY (code, question, player)
);
CREATE TABLE tokens (
	id VARCHAR(32) NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	bot VARCHAR(64) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	owner VARCHAR(80) NOT NULL, 
	created_at DOUBLE NOT NULL, 
	used_at DOUBLE, 
	PRIMARY KEY (id), 
	UNIQUE (digest), 
	UNIQUE (bot)
);
CREATE INDEX tables_listed ON tables (private, status, updated_at);
CREATE INDEX tables_by_host ON tables (host);
CREATE INDEX tables_due ON tables (due_at);
CREATE INDEX attendance_by_server ON attendance (server);
CREATE INDEX remarks_by_person ON remarks (person);
CREATE INDEX mutes_of_somebody ON mutes (muted);
CREATE INDEX tokens_by_person ON tokens (person);
CREATE INDEX challenges_by_bot ON challenges (bot);
CREATE INDEX passkeys_of ON passkeys (person);
CREATE INDEX passkey_challenges_of ON passkey_challenges (person);
CREATE INDEX subscriptions_of ON subscriptions (person);
CREATE INDEX leagues_by_host ON leagues (host);
CREATE INDEX league_members_by_person ON league_members (person);
CREATE INDEX league_games_by_status ON league_games (status);
CREATE INDEX people_by_table ON people (code);
CREATE INDEX records_by_time ON records (at);
CREATE INDEX analyses_by_time ON analyses (asked_at);
COMMIT;
