import { pino } from "pino";

import { readConfig } from "../../config/config.ts";
import { type DatabaseAddress, openDatabase } from "../../core/db.ts";
import { openMailer } from "../../mail/mailer.ts";
import { Outbox } from "../../mail/outbox.ts";
import { SecretBox } from "../../core/secret-box.ts";
import { sendReports } from "./send-reports.ts";

/** For tests: a process that makes what is due at an instant, and is killed while it does. */
const [address, atMs] = process.argv.slice(2);
const log = pino({ level: "silent" });
const { db } = openDatabase(JSON.parse(address ?? "") as DatabaseAddress, log, 4);
const clock = { now: () => Number(atMs) };
const config = readConfig({ OUTSIDE_SERVICES: "off" });
const box = new SecretBox(Buffer.alloc(32, 7));
const outbox = new Outbox({ db, clock, box, mailer: openMailer(config) });
process.stdout.write("at work\n");
await sendReports({ db, clock, log, box, outbox, config, url: "https://portal.example.org" });
