CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE events (
	table_id VARCHAR(32) NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	seat SMALLINT, 
	token VARCHAR(200) NOT NULL, 
	points INTEGER NOT NULL, 
	bot BOOLEAN NOT NULL, 
	client VARCHAR(64), 
	at BIGINT NOT NULL, 
	PRIMARY KEY (table_id, seq)
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES('golden-table-001',1,'chance',NULL,'OABBA',0,0,NULL,1790000000000);
INSERT INTO "events" VALUES('golden-table-001',2,'chance',NULL,'Sbakery.travellingcastle.church.tavern.bakery.statue',0,0,NULL,1790000000000);
INSERT INTO "events" VALUES('golden-table-001',3,'chance',NULL,'LQ10.Q18.Q33.Q44',0,0,NULL,1790000000000);
INSERT INTO "events" VALUES('golden-table-001',4,'action',0,'KQ18',0,0,'n3',1790000003000);
INSERT INTO "events" VALUES('golden-table-001',5,'action',1,'KQ10',0,1,NULL,1790000004000);
INSERT INTO "events" VALUES('golden-table-001',6,'action',1,'KQ44',0,1,NULL,1790000005000);
INSERT INTO "events" VALUES('golden-table-001',7,'action',0,'KQ33',0,0,'n6',1790000006000);
INSERT INTO "events" VALUES('golden-table-001',8,'chance',NULL,'LQ14.Q20.Q30.Q39',0,0,NULL,1790000006000);
INSERT INTO "events" VALUES('golden-table-001',9,'action',1,'Q10@f8s',1,1,NULL,1790000008000);
INSERT INTO "events" VALUES('golden-table-001',10,'action',1,'D5',0,1,NULL,1790000009000);
INSERT INTO "events" VALUES('golden-table-001',11,'action',1,'KQ39',0,1,NULL,1790000010000);
INSERT INTO "events" VALUES('golden-table-001',12,'action',0,'Q18@f7w',1,0,'n11',1790000011000);
INSERT INTO "events" VALUES('golden-table-001',13,'action',0,'N@f7',0,0,'n12',1790000012000);
INSERT INTO "events" VALUES('golden-table-001',14,'back',0,'N@f7',0,0,'n13',1790000013000);
INSERT INTO "events" VALUES('golden-table-001',15,'back',0,'Q18@f7w',-1,0,'n14',1790000014000);
INSERT INTO "events" VALUES('golden-table-001',16,'action',0,'Q18@g6s',1,0,'n15',1790000015000);
INSERT INTO "events" VALUES('golden-table-001',17,'action',0,'N@g5',0,0,'n16',1790000016000);
INSERT INTO "events" VALUES('golden-table-001',18,'action',0,'KQ20',0,0,'n17',1790000017000);
INSERT INTO "events" VALUES('golden-table-001',19,'action',0,'Q33@g8n',0,0,'n18',1790000018000);
INSERT INTO "events" VALUES('golden-table-001',20,'action',0,'B0@g8',0,0,'n19',1790000019000);
INSERT INTO "events" VALUES('golden-table-001',21,'action',0,'KQ14',0,0,'n20',1790000020000);
INSERT INTO "events" VALUES('golden-table-001',22,'back',0,'KQ14',0,0,'n21',1790000021000);
INSERT INTO "events" VALUES('golden-table-001',23,'action',0,'KQ14',0,0,'n22',1790000022000);
INSERT INTO "events" VALUES('golden-table-001',24,'action',1,'Q44@g6w',2,1,NULL,1790000023000);
INSERT INTO "events" VALUES('golden-table-001',25,'action',1,'B4@f6',0,1,NULL,1790000024000);
INSERT INTO "events" VALUES('golden-table-001',26,'action',1,'KQ30',0,1,NULL,1790000025000);
INSERT INTO "events" VALUES('golden-table-001',27,'chance',NULL,'Ssawmill.archeryrange.statue',0,0,NULL,1790000025000);
INSERT INTO "events" VALUES('golden-table-001',28,'chance',NULL,'LQ5.Q21.Q27.Q38',0,0,NULL,1790000025000);
INSERT INTO "events" VALUES('golden-table-001',29,'action',0,'Q14@f7s',3,0,'n28',1790000028000);
INSERT INTO "events" VALUES('golden-table-001',30,'action',0,'KQ27',0,0,'n29',1790000029000);
INSERT INTO "events" VALUES('golden-table-001',31,'action',0,'Q20@g4s',4,0,'n30',1790000030000);
INSERT INTO "events" VALUES('golden-table-001',32,'action',0,'KQ38',0,0,'n31',1790000031000);
INSERT INTO "events" VALUES('golden-table-001',33,'action',1,'Q30@d8e',3,1,NULL,1790000032000);
INSERT INTO "events" VALUES('golden-table-001',34,'action',1,'D1',0,1,NULL,1790000033000);
INSERT INTO "events" VALUES('golden-table-001',35,'action',1,'KQ21',0,1,NULL,1790000034000);
INSERT INTO "events" VALUES('golden-table-001',36,'action',1,'Q39@e7s',1,1,NULL,1790000035000);
INSERT INTO "events" VALUES('golden-table-001',37,'action',1,'N@e6',1,1,NULL,1790000036000);
INSERT INTO "events" VALUES('golden-table-001',38,'action',1,'KQ5',0,1,NULL,1790000037000);
INSERT INTO "events" VALUES('golden-table-001',39,'chance',NULL,'Squeenstower',0,0,NULL,1790000037000);
INSERT INTO "events" VALUES('golden-table-001',40,'chance',NULL,'LQ1.Q9.Q25.Q29',0,0,NULL,1790000037000);
INSERT INTO "events" VALUES('golden-table-001',41,'action',1,'Q5@g8e',0,1,NULL,1790000040000);
INSERT INTO "events" VALUES('golden-table-001',42,'action',1,'D4',-1,1,NULL,1790000041000);
INSERT INTO "events" VALUES('golden-table-001',43,'action',1,'KQ1',0,1,NULL,1790000042000);
INSERT INTO "events" VALUES('golden-table-001',44,'action',1,'Q21@g9n',3,1,NULL,1790000043000);
INSERT INTO "events" VALUES('golden-table-001',45,'action',1,'KQ29',0,1,NULL,1790000044000);
INSERT INTO "events" VALUES('golden-table-001',46,'action',0,'Q27@h7s',3,0,'n45',1790000045000);
INSERT INTO "events" VALUES('golden-table-001',47,'action',0,'KQ25',0,0,'n46',1790000046000);
INSERT INTO "events" VALUES('golden-table-001',48,'action',0,'Q38@i8w',1,0,'n47',1790000047000);
INSERT INTO "events" VALUES('golden-table-001',49,'action',0,'B3@h8',1,0,'n48',1790000048000);
INSERT INTO "events" VALUES('golden-table-001',50,'action',0,'KQ9',0,0,'n49',1790000049000);
INSERT INTO "events" VALUES('golden-table-001',51,'chance',NULL,'Sguardtower.sawmill',0,0,NULL,1790000049000);
INSERT INTO "events" VALUES('golden-table-001',52,'chance',NULL,'LQ3.Q16.Q22.Q28',0,0,NULL,1790000049000);
INSERT INTO "events" VALUES('golden-table-001',53,'action',1,'Q1@f9n',2,1,NULL,1790000052000);
INSERT INTO "events" VALUES('golden-table-001',54,'action',1,'D1',0,1,NULL,1790000053000);
INSERT INTO "events" VALUES('golden-table-001',55,'action',1,'KQ28',0,1,NULL,1790000054000);
INSERT INTO "events" VALUES('golden-table-001',56,'action',0,'Q9x',0,0,'n55',1790000055000);
INSERT INTO "events" VALUES('golden-table-001',57,'action',0,'KQ3',0,0,'n56',1790000056000);
INSERT INTO "events" VALUES('golden-table-001',58,'action',0,'Q25@e8s',2,0,'n57',1790000057000);
INSERT INTO "events" VALUES('golden-table-001',59,'action',0,'N@e8',1,0,'n58',1790000058000);
INSERT INTO "events" VALUES('golden-table-001',60,'action',0,'KQ22',0,0,'n59',1790000059000);
INSERT INTO "events" VALUES('golden-table-001',61,'back',0,'KQ22',0,0,'n60',1790000060000);
INSERT INTO "events" VALUES('golden-table-001',62,'action',0,'KQ16',0,0,'n61',1790000061000);
INSERT INTO "events" VALUES('golden-table-001',63,'action',1,'Q29@i10w',2,1,NULL,1790000062000);
INSERT INTO "events" VALUES('golden-table-001',64,'action',1,'KQ22',0,1,NULL,1790000063000);
INSERT INTO "events" VALUES('golden-table-001',65,'chance',NULL,'Stravellingcastle',0,0,NULL,1790000063000);
INSERT INTO "events" VALUES('golden-table-001',66,'chance',NULL,'LQ17.Q31.Q41.Q42',0,0,NULL,1790000063000);
INSERT INTO "events" VALUES('golden-table-001',67,'action',0,'Q3@h5e',2,0,'n66',1790000066000);
INSERT INTO "events" VALUES('golden-table-001',68,'action',0,'D0',-1,0,'n67',1790000067000);
INSERT INTO "events" VALUES('golden-table-001',69,'action',0,'KQ41',0,0,'n68',1790000068000);
INSERT INTO "events" VALUES('golden-table-001',70,'action',0,'Q16@i7s',5,0,'n69',1790000069000);
INSERT INTO "events" VALUES('golden-table-001',71,'action',0,'KQ31',0,0,'n70',1790000070000);
INSERT INTO "events" VALUES('golden-table-001',72,'action',1,'Q22@f11e',1,1,NULL,1790000071000);
INSERT INTO "events" VALUES('golden-table-001',73,'action',1,'KQ42',0,1,NULL,1790000072000);
INSERT INTO "events" VALUES('golden-table-001',74,'action',1,'Q28@d10e',3,1,NULL,1790000073000);
INSERT INTO "events" VALUES('golden-table-001',75,'action',1,'B1@e6',4,1,NULL,1790000074000);
INSERT INTO "events" VALUES('golden-table-001',76,'action',1,'KQ17',0,1,NULL,1790000075000);
INSERT INTO "events" VALUES('golden-table-001',77,'chance',NULL,'Stowerstreasury.queenstower',0,0,NULL,1790000075000);
INSERT INTO "events" VALUES('golden-table-001',78,'chance',NULL,'LQ2.Q12.Q13.Q37',0,0,NULL,1790000075000);
INSERT INTO "events" VALUES('golden-table-001',79,'action',1,'Q17@h7s',5,1,NULL,1790000078000);
INSERT INTO "events" VALUES('golden-table-001',80,'action',1,'KQ12',0,1,NULL,1790000079000);
INSERT INTO "events" VALUES('golden-table-001',81,'action',0,'Q31@f9s',3,0,'n80',1790000080000);
INSERT INTO "events" VALUES('golden-table-001',82,'action',0,'D5',0,0,'n81',1790000081000);
INSERT INTO "events" VALUES('golden-table-001',83,'action',0,'KQ13',0,0,'n82',1790000082000);
INSERT INTO "events" VALUES('golden-table-001',84,'action',0,'Q41@i9w',1,0,'n83',1790000083000);
INSERT INTO "events" VALUES('golden-table-001',85,'action',0,'KQ37',0,0,'n84',1790000084000);
INSERT INTO "events" VALUES('golden-table-001',86,'action',1,'Q42@f5w',1,1,NULL,1790000085000);
INSERT INTO "events" VALUES('golden-table-001',87,'action',1,'B0@e5',3,1,NULL,1790000086000);
INSERT INTO "events" VALUES('golden-table-001',88,'action',1,'KQ2',0,1,NULL,1790000087000);
INSERT INTO "events" VALUES('golden-table-001',89,'chance',NULL,'Sfishmarket.mineworks',0,0,NULL,1790000087000);
INSERT INTO "events" VALUES('golden-table-001',90,'chance',NULL,'LQ4.Q8.Q15.Q26',0,0,NULL,1790000087000);
INSERT INTO "events" VALUES('golden-table-001',91,'action',1,'Q2@h5e',0,1,NULL,1790000090000);
INSERT INTO "events" VALUES('golden-table-001',92,'action',1,'KQ4',0,1,NULL,1790000091000);
INSERT INTO "events" VALUES('golden-table-001',93,'action',1,'Q12@e9w',7,1,NULL,1790000092000);
INSERT INTO "events" VALUES('golden-table-001',94,'action',1,'KQ15',0,1,NULL,1790000093000);
INSERT INTO "events" VALUES('golden-table-001',95,'action',0,'Q13@j6s',2,0,'n94',1790000094000);
INSERT INTO "events" VALUES('golden-table-001',96,'action',0,'D3',0,0,'n95',1790000095000);
INSERT INTO "events" VALUES('golden-table-001',97,'action',0,'KQ26',0,0,'n96',1790000096000);
INSERT INTO "events" VALUES('golden-table-001',98,'action',0,'Q37@j3n',0,0,'n97',1790000097000);
INSERT INTO "events" VALUES('golden-table-001',99,'action',0,'B2@j3',4,0,'n98',1790000098000);
INSERT INTO "events" VALUES('golden-table-001',100,'action',0,'KQ8',0,0,'n99',1790000099000);
INSERT INTO "events" VALUES('golden-table-001',101,'chance',NULL,'Sguardtower.fortress',0,0,NULL,1790000099000);
INSERT INTO "events" VALUES('golden-table-001',102,'chance',NULL,'LQ11.Q40.Q46.Q48',0,0,NULL,1790000099000);
INSERT INTO "events" VALUES('golden-table-001',103,'action',1,'Q4@h9e',0,1,NULL,1790000102000);
INSERT INTO "events" VALUES('golden-table-001',104,'action',1,'KQ11',0,1,NULL,1790000103000);
INSERT INTO "events" VALUES('golden-table-001',105,'action',0,'Q8@j8n',2,0,'n104',1790000104000);
INSERT INTO "events" VALUES('golden-table-001',106,'action',0,'KQ46',0,0,'n105',1790000105000);
INSERT INTO "events" VALUES('golden-table-001',107,'action',1,'Q15@j9n',8,1,NULL,1790000106000);
INSERT INTO "events" VALUES('golden-table-001',108,'action',1,'KQ48',0,1,NULL,1790000107000);
INSERT INTO "events" VALUES('golden-table-001',109,'action',0,'Q26@e5n',3,0,'n108',1790000108000);
INSERT INTO "events" VALUES('golden-table-001',110,'action',0,'B0@h9',5,0,'n109',1790000109000);
INSERT INTO "events" VALUES('golden-table-001',111,'back',0,'B0@h9',-5,0,'n110',1790000110000);
INSERT INTO "events" VALUES('golden-table-001',112,'back',0,'Q26@e5n',-3,0,'n111',1790000111000);
INSERT INTO "events" VALUES('golden-table-001',113,'action',0,'Q26@e5n',3,0,'n112',1790000112000);
INSERT INTO "events" VALUES('golden-table-001',114,'action',0,'B2@h9',5,0,'n113',1790000113000);
INSERT INTO "events" VALUES('golden-table-001',115,'action',0,'KQ40',0,0,'n114',1790000114000);
INSERT INTO "events" VALUES('golden-table-001',116,'chance',NULL,'Smineworks',0,0,NULL,1790000114000);
INSERT INTO "events" VALUES('golden-table-001',117,'chance',NULL,'LQ19.Q36.Q43.Q45',0,0,NULL,1790000114000);
INSERT INTO "events" VALUES('golden-table-001',118,'action',1,'Q11@i6n',4,1,NULL,1790000117000);
INSERT INTO "events" VALUES('golden-table-001',119,'action',1,'KQ43',0,1,NULL,1790000118000);
INSERT INTO "events" VALUES('golden-table-001',120,'action',0,'Q40@h4s',4,0,'n119',1790000119000);
INSERT INTO "events" VALUES('golden-table-001',121,'back',0,'Q40@h4s',-4,0,'n120',1790000120000);
INSERT INTO "events" VALUES('golden-table-001',122,'action',0,'Q40@h4e',4,0,'n121',1790000121000);
INSERT INTO "events" VALUES('golden-table-001',123,'action',0,'N@i4',0,0,'n122',1790000122000);
INSERT INTO "events" VALUES('golden-table-001',124,'action',0,'KQ45',0,0,'n123',1790000123000);
INSERT INTO "events" VALUES('golden-table-001',125,'action',0,'Q46@h3e',0,0,'n124',1790000124000);
INSERT INTO "events" VALUES('golden-table-001',126,'action',0,'B2@i3',6,0,'n125',1790000125000);
INSERT INTO "events" VALUES('golden-table-001',127,'action',0,'KQ19',0,0,'n126',1790000126000);
INSERT INTO "events" VALUES('golden-table-001',128,'action',1,'Q48@d6n',2,1,NULL,1790000127000);
INSERT INTO "events" VALUES('golden-table-001',129,'action',1,'B0@d7',9,1,NULL,1790000128000);
INSERT INTO "events" VALUES('golden-table-001',130,'action',1,'KQ36',0,1,NULL,1790000129000);
INSERT INTO "events" VALUES('golden-table-001',131,'chance',NULL,'Sknightstreasury.bigtavern',0,0,NULL,1790000129000);
INSERT INTO "events" VALUES('golden-table-001',132,'chance',NULL,'LQ7.Q23.Q24.Q34',0,0,NULL,1790000129000);
INSERT INTO "events" VALUES('golden-table-001',133,'action',0,'Q19@k8n',2,0,'n132',1790000132000);
INSERT INTO "events" VALUES('golden-table-001',134,'action',0,'B0@i4',6,0,'n133',1790000133000);
INSERT INTO "events" VALUES('golden-table-001',135,'action',0,'KQ34',0,0,'n134',1790000134000);
INSERT INTO "events" VALUES('golden-table-001',136,'action',1,'Q36x',0,1,NULL,1790000135000);
INSERT INTO "events" VALUES('golden-table-001',137,'action',1,'KQ7',0,1,NULL,1790000136000);
INSERT INTO "events" VALUES('golden-table-001',138,'action',1,'Q43x',0,1,NULL,1790000137000);
INSERT INTO "events" VALUES('golden-table-001',139,'action',1,'KQ23',0,1,NULL,1790000138000);
INSERT INTO "events" VALUES('golden-table-001',140,'action',0,'Q45@k4s',5,0,'n139',1790000139000);
INSERT INTO "events" VALUES('golden-table-001',141,'back',0,'Q45@k4s',-5,0,'n140',1790000140000);
INSERT INTO "events" VALUES('golden-table-001',142,'action',0,'Q45@k4s',5,0,'n141',1790000141000);
INSERT INTO "events" VALUES('golden-table-001',143,'action',0,'KQ24',0,0,'n142',1790000142000);
INSERT INTO "events" VALUES('golden-table-001',144,'chance',NULL,'Switchhouse',0,0,NULL,1790000142000);
INSERT INTO "events" VALUES('golden-table-001',145,'chance',NULL,'LQ6.Q32.Q35.Q47',0,0,NULL,1790000142000);
INSERT INTO "events" VALUES('golden-table-001',146,'action',1,'Q7x',0,1,NULL,1790000145000);
INSERT INTO "events" VALUES('golden-table-001',147,'action',1,'KQ35',0,1,NULL,1790000146000);
INSERT INTO "events" VALUES('golden-table-001',148,'action',1,'Q23@i8e',9,1,NULL,1790000147000);
INSERT INTO "events" VALUES('golden-table-001',149,'action',1,'KQ47',0,1,NULL,1790000148000);
INSERT INTO "events" VALUES('golden-table-001',150,'action',0,'Q24@k7s',2,0,'n149',1790000149000);
INSERT INTO "events" VALUES('golden-table-001',151,'action',0,'KQ32',0,0,'n150',1790000150000);
INSERT INTO "events" VALUES('golden-table-001',152,'back',0,'KQ32',0,0,'n151',1790000151000);
INSERT INTO "events" VALUES('golden-table-001',153,'action',0,'B0@h3',10,0,'n152',1790000152000);
INSERT INTO "events" VALUES('golden-table-001',154,'action',0,'KQ32',0,0,'n153',1790000153000);
INSERT INTO "events" VALUES('golden-table-001',155,'back',0,'KQ32',0,0,'n154',1790000154000);
INSERT INTO "events" VALUES('golden-table-001',156,'action',0,'KQ6',0,0,'n155',1790000155000);
INSERT INTO "events" VALUES('golden-table-001',157,'action',0,'Q34@e4e',2,0,'n156',1790000156000);
INSERT INTO "events" VALUES('golden-table-001',158,'back',0,'Q34@e4e',-2,0,'n157',1790000157000);
INSERT INTO "events" VALUES('golden-table-001',159,'back',0,'KQ6',0,0,'n158',1790000158000);
INSERT INTO "events" VALUES('golden-table-001',160,'action',0,'KQ32',0,0,'n159',1790000159000);
INSERT INTO "events" VALUES('golden-table-001',161,'action',0,'Q34@f5s',2,0,'n160',1790000160000);
INSERT INTO "events" VALUES('golden-table-001',162,'action',0,'N@f5',0,0,'n161',1790000161000);
INSERT INTO "events" VALUES('golden-table-001',163,'back',0,'N@f5',0,0,'n162',1790000162000);
INSERT INTO "events" VALUES('golden-table-001',164,'action',0,'N@f4',1,0,'n163',1790000163000);
INSERT INTO "events" VALUES('golden-table-001',165,'action',0,'B2@f5',8,0,'n164',1790000164000);
INSERT INTO "events" VALUES('golden-table-001',166,'action',0,'KQ6',0,0,'n165',1790000165000);
INSERT INTO "events" VALUES('golden-table-001',167,'chance',NULL,'Schurch.queenstower',0,0,NULL,1790000165000);
INSERT INTO "events" VALUES('golden-table-001',168,'action',0,'Q6@e3n',5,0,'n167',1790000167000);
INSERT INTO "events" VALUES('golden-table-001',169,'action',0,'N@e3',2,0,'n168',1790000168000);
INSERT INTO "events" VALUES('golden-table-001',170,'action',0,'B2@k3',4,0,'n169',1790000169000);
INSERT INTO "events" VALUES('golden-table-001',171,'back',0,'B2@k3',-4,0,'n170',1790000170000);
INSERT INTO "events" VALUES('golden-table-001',172,'action',0,'B3@k3',5,0,'n171',1790000171000);
INSERT INTO "events" VALUES('golden-table-001',173,'action',0,'.',0,0,'n172',1790000172000);
INSERT INTO "events" VALUES('golden-table-001',174,'action',0,'Q32x',0,0,'n173',1790000173000);
INSERT INTO "events" VALUES('golden-table-001',175,'action',0,'.',0,0,'n174',1790000174000);
INSERT INTO "events" VALUES('golden-table-001',176,'back',0,'.',0,0,'n175',1790000175000);
INSERT INTO "events" VALUES('golden-table-001',177,'action',0,'.',0,0,'n176',1790000176000);
INSERT INTO "events" VALUES('golden-table-001',178,'action',1,'Q35x',0,1,NULL,1790000177000);
INSERT INTO "events" VALUES('golden-table-001',179,'action',1,'B0@d6',2,1,NULL,1790000178000);
INSERT INTO "events" VALUES('golden-table-001',180,'action',1,'.',0,1,NULL,1790000179000);
INSERT INTO "events" VALUES('golden-table-001',181,'action',1,'Q47x',0,1,NULL,1790000180000);
INSERT INTO "events" VALUES('golden-table-001',182,'action',1,'.',0,1,NULL,1790000181000);
CREATE TABLE guests (
	id VARCHAR(32) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	seen BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE secrets (
	name VARCHAR(32) NOT NULL, 
	value VARCHAR(128) NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE sitters (
	guest VARCHAR(32) NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	PRIMARY KEY (guest, table_id)
);
INSERT INTO "sitters" VALUES('guest-of-anna-00','golden-table-001');
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	players SMALLINT NOT NULL, 
	options TEXT NOT NULL, 
	rules SMALLINT NOT NULL, 
	seed VARCHAR(64) NOT NULL, 
	created BIGINT NOT NULL, 
	version INTEGER NOT NULL, 
	phase VARCHAR(8) NOT NULL, 
	public BOOLEAN NOT NULL, 
	lobby TEXT NOT NULL, 
	record TEXT, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('golden-table-001','queendomino',2,'{}',1,'3be39ad752fb9b1030057295e5866d3116b994cc2c636fc6322724853508b014',1790000000000,1,'over',0,'{"host":"guest-of-anna-00","seats":[{"kind":"person","name":"Zażółć","guest":"guest-of-anna-00","bot":null,"secret":"0000000000000000000000000000000000000000000000000000000000000000"},{"kind":"bot","name":"greedy","guest":null,"bot":"greedy","secret":null}],"public":false,"clock":null,"phase":"over","ended":"finished","rematch":null}','[Game "queendomino"]
[Players "2"]
[Options ""]
[Rules "1"]
[A "Zażółć"]
[B "greedy"]
[Commitment "fe81aa1a5e0c02fb4ec157577192dd5bc0ce797797f8b63a59f23d9c4f6a5276"]
[Seed "3be39ad752fb9b1030057295e5866d3116b994cc2c636fc6322724853508b014"]
[Totals "98 67"]

1. OABBA Sbakery.travellingcastle.church.tavern.bakery.statue LQ10.Q18.Q33.Q44 KQ18 KQ10 KQ44 KQ33
2. LQ14.Q20.Q30.Q39 Q10@f8s D5 KQ39 Q18@g6s N@g5 KQ20 Q33@g8n B0@g8 KQ14 Q44@g6w B4@f6 KQ30
3. Ssawmill.archeryrange.statue LQ5.Q21.Q27.Q38 Q14@f7s KQ27 Q20@g4s KQ38 Q30@d8e D1 KQ21 Q39@e7s N@e6 KQ5
4. Squeenstower LQ1.Q9.Q25.Q29 Q5@g8e D4 KQ1 Q21@g9n KQ29 Q27@h7s KQ25 Q38@i8w B3@h8 KQ9
5. Sguardtower.sawmill LQ3.Q16.Q22.Q28 Q1@f9n D1 KQ28 Q9x KQ3 Q25@e8s N@e8 KQ16 Q29@i10w KQ22
6. Stravellingcastle LQ17.Q31.Q41.Q42 Q3@h5e D0 KQ41 Q16@i7s KQ31 Q22@f11e KQ42 Q28@d10e B1@e6 KQ17
7. Stowerstreasury.queenstower LQ2.Q12.Q13.Q37 Q17@h7s KQ12 Q31@f9s D5 KQ13 Q41@i9w KQ37 Q42@f5w B0@e5 KQ2
8. Sfishmarket.mineworks LQ4.Q8.Q15.Q26 Q2@h5e KQ4 Q12@e9w KQ15 Q13@j6s D3 KQ26 Q37@j3n B2@j3 KQ8
9. Sguardtower.fortress LQ11.Q40.Q46.Q48 Q4@h9e KQ11 Q8@j8n KQ46 Q15@j9n KQ48 Q26@e5n B2@h9 KQ40
10. Smineworks LQ19.Q36.Q43.Q45 Q11@i6n KQ43 Q40@h4e N@i4 KQ45 Q46@h3e B2@i3 KQ19 Q48@d6n B0@d7 KQ36
11. Sknightstreasury.bigtavern LQ7.Q23.Q24.Q34 Q19@k8n B0@i4 KQ34 Q36x KQ7 Q43x KQ23 Q45@k4s KQ24
12. Switchhouse LQ6.Q32.Q35.Q47 Q7x KQ35 Q23@i8e KQ47 Q24@k7s B0@h3 KQ32 Q34@f5s N@f4 B2@f5 KQ6
13. Schurch.queenstower Q6@e3n N@e3 B3@k3 . Q32x . Q35x B0@d6 . Q47x .
');
CREATE INDEX tables_public ON tables (public, phase, created);
