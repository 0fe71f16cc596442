BEGIN TRANSACTION;
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
INSERT INTO "events" VALUES('rook-23456',1,1000.0,'created','{"host": "host", "setting": {"edition": "kingup", "seats": [1, 1, 1], "options": [], "pace": {"kind": "none", "amount": 0}, "private": true, "screens": "own", "show_votes": false, "bot_pace": "calm", "title": "", "first": null}, "code": "rook-23456", "commitment": "9985b2e4b9b71b28ce59ea5ce77f0b110637b625c6d7f41e982c9510940a2056", "secret": "5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e"}',NULL);
INSERT INTO "events" VALUES('rook-23456',2,1001.0,'sat','{"player": 0, "person": "host", "name": "P0", "colour": 1}',NULL);
INSERT INTO "events" VALUES('rook-23456',3,1002.0,'sat','{"player": 1, "person": "person-1", "name": "P1", "colour": 2}',NULL);
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
CREATE TABLE people (
	person VARCHAR(64) NOT NULL, 
	code VARCHAR(32) NOT NULL, 
	player INTEGER NOT NULL, 
	PRIMARY KEY (person, code, player), 
	FOREIGN KEY(code) REFERENCES tables (code)
);
INSERT INTO "people" VALUES('host','rook-23456',0);
INSERT INTO "people" VALUES('person-1','rook-23456',1);
CREATE TABLE settings (
	name VARCHAR(64) NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "settings" VALUES('secret','of the server');
CREATE TABLE tables (
	code VARCHAR(32) NOT NULL, 
	created_at DOUBLE NOT NULL, 
	updated_at DOUBLE NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	private BOOLEAN NOT NULL, 
	edition VARCHAR(16) NOT NULL, 
	host VARCHAR(64) NOT NULL, 
	about JSON NOT NULL, 
	PRIMARY KEY (code)
);
INSERT INTO "tables" VALUES('rook-23456',1000.0,1000.0,'playing',1,'kingup','host','{"title": "", "edition": "kingup", "seats": [1, 1, 1], "options": [], "pace": ["none", 0], "screens": "own", "status": "playing", "round": 1, "players": [{"name": "P0", "colour": 1, "level": null, "ready": true}, {"name": "P1", "colour": 2, "level": null, "ready": true}, {"name": "Berengar", "colour": 3, "level": "page", "ready": true}], "waiting": [0], "scores": null, "winners": null, "next": null}');
CREATE INDEX tables_listed ON tables (private, status, updated_at);
CREATE INDEX tables_by_host ON tables (host);
COMMIT;
