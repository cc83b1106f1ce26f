import { randomUUID } from "node:crypto";

import type { Role } from "@offgrid/contract/core/access";
import { ReportPlan } from "@offgrid/contract/reports/reports.schema";
import { pino } from "pino";
import { onTestFinished } from "vitest";

import { readConfig } from "../../config/config.ts";
import { SecretBox } from "../../core/secret-box.ts";
import { JobRunner } from "../../jobs/job-runner.ts";
import { openMailer } from "../../mail/mailer.ts";
import { Outbox } from "../../mail/outbox.ts";
import { mailServer } from "../../testing/mail-server.ts";
import { testClock } from "../../testing/test-clock.ts";
import type { TestDatabase } from "../../testing/test-database.ts";
import { storeIn } from "../charts/charts.fixture.ts";
import { registerContainer } from "../containers/registration.ts";
import * as users from "../users/users.store.ts";
import { listReports, saveReport } from "./reports.store.ts";
import { type ReportTools, sendReports } from "./send-reports.ts";

const hourMs = 3_600_000;
export const box = new SecretBox(Buffer.alloc(32, 7));
export const portalUrl = "https://portal.example.org";
/** A Monday, an hour before reports are due. */
export const sundayNight = Date.UTC(2026, 5, 15, 6);

/** People, containers and reports in a database, with what sends them to a real mail server. */
export async function benchOf(database: TestDatabase) {
  const { db, pool } = database;
  const clock = testClock(sundayNight);
  const post = await mailServer();
  const { url: smtpUrl, mails } = post;
  const config = {
    ...readConfig({ OUTSIDE_SERVICES: "off", PUBLIC_URL: portalUrl }),
    smtpUrl,
    mailFrom: "portal@example.org",
  };
  const log = pino({ level: "silent" });
  const outbox = new Outbox({ db, clock, box, mailer: openMailer(config), wake: () => jobs.wake() });
  const jobs = new JobRunner({ db, log }, outbox.jobs);
  jobs.start();
  onTestFinished(async () => {
    await jobs.stop();
    outbox.close();
    await pool.query("delete from report; delete from report_made");
  });
  const tools: ReportTools = { db, clock, log, box, outbox, config, url: portalUrl };
  return {
    db,
    pool,
    clock,
    post,
    mails,
    tools,
    run: () => sendReports(tools),
    ...thingsOf(database, () => clock.now()),
  };
}

function thingsOf({ db, pool }: TestDatabase, now: () => number) {
  /** It has never measured anything. */
  const silentContainer = async (name: string, ...userIds: string[]) => {
    const id = `${name.toLowerCase()}-${randomUUID().slice(0, 8)}`;
    await db
      .transaction()
      .execute((tx) => registerContainer(tx, { containerId: id, name, serialNumber: `SN-${id}`, users: [] }));
    for (const userId of userIds) await db.insertInto("containerUser").values({ containerId: id, userId }).execute();
    return id;
  };
  return {
    silentContainer,
    /** With two weeks of readings by quarter hour before the Monday: 1 kW of sun, 500 W of load. */
    container: async (name: string, ...userIds: string[]) => {
      const id = await silentContainer(name, ...userIds);
      const quarters = Array.from({ length: 15 * 96 }, (_, index) => sundayNight - (15 * 24 - index / 4) * hourMs);
      const names = ["solar.power", "load.power", "battery.soc"];
      await storeIn(
        db,
        id,
        names,
        quarters.map((atMs) => [atMs, [1_000, 500, 80]]),
      );
      return id;
    },
    person: async (firstName: string, role: Role = "user") => {
      const email = `${firstName.toLowerCase()}.${randomUUID().slice(0, 6)}@example.org`;
      const id = (await users.insert(db, { email, role, passwordHash: "none", firstName })) as string;
      await pool.query("update app_user set email_verified = true where id = $1", [id]);
      return { id, email };
    },
    /** Due each Monday at seven. */
    report: async (ownerId: string, people: readonly string[], more: Partial<ReportPlan> = {}) => {
      const id = randomUUID();
      const schedule = { time: "07:00", zone: "UTC", repeat: { kind: "week", days: [1] } };
      const plan = ReportPlan.parse({
        ...{ name: "Fleet", subject: { kind: "fleet_week" }, schedule, language: "en" },
        ...more,
      });
      await saveReport(db, { id, ownerId, plan, people, nextMs: sundayNight + hourMs }, now());
      return id;
    },
    shown: async (ownerId: string, id: string) => (await listReports(db, ownerId, id))[0],
  };
}
