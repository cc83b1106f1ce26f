import { pino } from "pino";

import { MemoryBus } from "../../bus/memory.bus.ts";
import { Limits } from "../../calls/limits.ts";
import { readConfig } from "../../config/config.ts";
import { type DatabaseAddress, openDatabase } from "../../core/db.ts";
import { SecretBox } from "../../core/secret-box.ts";
import { openMailer } from "../../mail/mailer.ts";
import { Outbox } from "../../mail/outbox.ts";
import { deliverAll } from "./deliver.ts";
import { Sender } from "./sender.ts";

/** For tests: a process that sends what is due at an instant, and is killed while a service takes its time. */
const [address, atMs] = process.argv.slice(2);
const log = pino({ level: "silent" });
const { db } = openDatabase(JSON.parse(address ?? "") as DatabaseAddress, log, 4);
const clock = { now: () => Number(atMs) };
const box = new SecretBox(Buffer.alloc(32, 7));
const config = { ...readConfig({ OUTSIDE_SERVICES: "off" }), externalAllow: ["127.0.0.0/8"] };
const outbox = new Outbox({ db, clock, box, mailer: openMailer(config) });
const sender = new Sender({ config, db, clock, box, outbox, limits: new Limits({ db, clock }) });
process.stdout.write("at work\n");
await deliverAll({ bus: new MemoryBus(log), db, clock, log, box, sender, url: "https://portal.example.org" });
