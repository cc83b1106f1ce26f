import type { AddressInfo } from "node:net";

import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { readMail } from "../../testing/mails.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { benchOf } from "./channels.fixture.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

async function listen(server: SMTPServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

test("mails about an incident are one conversation, in the language of the person, as text and as HTML", async () => {
  const taken: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, _session, done) => {
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => pieces.push(piece));
      stream.on("end", () => {
        taken.push(Buffer.concat(pieces).toString("utf8"));
        done();
      });
    },
  });
  const smtpUrl = await listen(server);
  const bench = benchOf(database, { smtpUrl, mailFrom: "portal@example.org" });
  const awa = await bench.person("Awa", "user", "fr");
  const incident = await bench.incident([await bench.container("Gao", awa)]);
  const ruleId = await bench.rule(incident, awa);
  await bench.channel(awa, { kind: "mail" });
  await bench.news(incident, "raised");
  await bench.run();
  bench.clock.advance(4 * hourMs);
  await bench.news(incident, "reminder");
  await bench.run();
  bench.clock.advance(hourMs);
  await bench.end(incident);
  await bench.run();
  const mails = taken.map((raw) => ({ ...readMail(raw), follows: /^References: (<.+>)/m.exec(raw)?.[1] }));
  expect(mails.map(({ subject }) => subject.replaceAll(/\s/g, " "))).toEqual([
    "Alerte : Charge basse, Gao",
    "Toujours ouvert : Charge basse, Gao",
    "Terminé : Charge basse, Gao",
  ]);
  const [first, ...others] = mails;
  expect(first?.follows).toBeUndefined();
  expect(others.map(({ follows }) => follows)).toEqual([first?.messageId, first?.messageId]);
  expect(first?.text).toContain("Que faire");
  const link = `https://portal.example.org/fr/warning/history?incident=${incident}`;
  expect(first?.html).toContain(`<a href="${link}">Ouvrir le portail</a>`);
  // By which rule, whose it is, and where to change it.
  const ruleLink = `https://portal.example.org/fr/warning/${ruleId}`;
  expect(first?.html).toContain(`<a href="${ruleLink}">Règle «\u00a0Charge basse\u00a0»</a>`);
  expect(first?.text).toContain(`Règle «\u00a0Charge basse\u00a0»:\n${ruleLink}`);
  for (const body of [first?.text, first?.html])
    expect(body).toContain("votre règle «\u00a0Charge basse\u00a0» alerte");
});

test("a mail server that refuses for now is tried again, and one that refuses for good is not", async () => {
  let code = 451;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error("no"), { responseCode: code })),
  });
  const smtpUrl = await listen(server);
  const bench = benchOf(database, { smtpUrl, mailFrom: "portal@example.org" });
  const amina = await bench.person("Amina");
  const incident = await bench.incident([await bench.container("Gao", amina)]);
  await bench.channel(amina, { kind: "mail" });
  await bench.news(incident, "raised");
  await bench.run();
  expect(await bench.fates(incident)).toEqual(["raised retrying unreachable"]);
  code = 550;
  bench.clock.advance(minuteMs);
  await bench.run();
  expect(await bench.fates(incident)).toEqual(["raised failed refused"]);
});
