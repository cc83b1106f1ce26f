import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";

import { startStandIn } from "../../testing/stand-in.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { benchOf } from "./channels.fixture.ts";
import { planAll } from "./planner.ts";

const longWait = { timeout: 60_000 };

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

test("F8: each message goes out at most once, although a process is killed while it sends and two others go on", async () => {
  const bench = benchOf(database);
  const service = await startStandIn("silence");
  onTestFinished(() => service.stop());
  const people = await Promise.all(Array.from({ length: 30 }, (_, index) => bench.person(`P${index}`)));
  const incident = await bench.incident([await bench.container("Gao", ...people)]);
  for (const person of people)
    await bench.channel(person, { kind: "webhook", url: `${service.url}/${person}`, secret: "abc" });
  await bench.news(incident, "raised");
  await planAll(bench.tools);
  const parameters = [JSON.stringify(database.address), String(bench.clock.now())];
  const child = spawn(
    process.execPath,
    ["--import", "tsx", join(import.meta.dirname, "killed-sender.fixture.ts"), ...parameters],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  // As many as a process sends at once; none of them has an answer.
  await vi.waitFor(() => expect(service.asked).toHaveLength(20), longWait);
  child.kill("SIGKILL");
  await ended;
  service.answer = { body: "ok" };
  await Promise.all([bench.run(), bench.run()]);
  bench.clock.advance(3 * 60_000);
  await Promise.all([bench.run(), bench.run()]);
  expect(service.asked.map(({ path }) => path).toSorted()).toEqual(people.map((one) => `/${one}`).toSorted());
  const fates = await bench.fates(incident);
  expect(fates.filter((fate) => fate === "raised failed interrupted")).toHaveLength(20);
  expect(fates.filter((fate) => fate === "raised sent")).toHaveLength(10);
  // Whoever may have been told that it began is told that it is over.
  bench.clock.advance(3_600_000);
  await bench.end(incident);
  await bench.run();
  expect((await bench.fates(incident)).filter((fate) => fate === "cleared sent")).toHaveLength(30);
}, 120_000);

test("two that send at once send each message once", async () => {
  const bench = benchOf(database);
  const service = await startStandIn({ body: "ok" });
  onTestFinished(() => service.stop());
  const people = await Promise.all(Array.from({ length: 12 }, (_, index) => bench.person(`P${index}`)));
  const incident = await bench.incident([await bench.container("Gao", ...people)]);
  for (const person of people)
    await bench.channel(person, { kind: "webhook", url: `${service.url}/${person}`, secret: "abc" });
  await bench.news(incident, "raised");
  await Promise.all([bench.run(), bench.run(), bench.run()]);
  await bench.run();
  expect(service.asked.map(({ path }) => path).toSorted()).toEqual(people.map((one) => `/${one}`).toSorted());
});
