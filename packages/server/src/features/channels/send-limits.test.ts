import { channelLimits as most } from "@offgrid/contract/channels/channel-kinds";
import { expect, onTestFinished, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { standInNetworks, startStandIn } from "../../testing/stand-in.ts";
import { testClock } from "../../testing/test-clock.ts";
import { testDatabase } from "../../testing/test-database.ts";
import { benchOf } from "./channels.fixture.ts";

const dayMs = 24 * 3_600_000;
const smsBody = '{"to":"{to}","text":"{text}"}';

async function aService() {
  const service = await startStandIn({ body: "ok" });
  onTestFinished(() => service.stop());
  return service;
}

test("a person sends 20 tests a day by all their channels, and the next one is not sent and says why", async () => {
  const clock = testClock();
  await thePortal({ config: { externalAllow: standInNetworks }, clock });
  const { amina } = await cast({ amina: { role: "user" } });
  const service = await aService();
  const hook = async (path: string) =>
    (await amina.call("channelSave", { kind: "webhook", name: path, url: `${service.url}/${path}` })).data.id;
  const ids = [await hook("one"), await hook("two")] as const;
  const test = async (id: string) => {
    clock.advance(15_000);
    return (await amina.call("channelTest", { id })).data.result;
  };
  for (let count = 0; count < most.testsPerDay; count++) expect(await test(ids[count < 3 ? 0 : 1])).toBe("ok");
  expect(await test(ids[0])).toBe("day_limit");
  expect(service.asked).toHaveLength(most.testsPerDay);
  expect((await amina.call("channelList", {})).data).toMatchObject([{ testResult: "ok" }, { testResult: "ok" }]);
});

test("a person has 100 texts a day, a number gets 200 whoever sends them, and what is beyond goes out when there is room", async () => {
  const service = await aService();
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const bench = benchOf(database, { smsUrl: service.url, smsBody });
  const people = [await bench.person("Amina"), await bench.person("Kofi"), await bench.person("Awa")] as const;
  const [amina, kofi, awa] = people;
  const to = { email: "a@example.org", isVerified: true, firstName: "", language: "en" as const };
  const send = (userId: string, phone: string) =>
    bench.sender.send(
      { userId, target: { kind: "sms", phone }, to, template: null, url: "" },
      { id: 1, atMs: bench.clock.now(), items: [] },
    );
  const [shared, own] = ["+254700000001", "+254700000002"];
  for (const person of [amina, kofi])
    for (let count = 0; count < most.textsPerDay; count++) expect(await send(person, shared)).toBe("ok");
  expect(await send(amina, own)).toMatchObject({ problem: "day_limit" });
  expect(await send(awa, shared)).toMatchObject({ problem: "day_limit" });
  expect(await send(awa, own)).toBe("ok");

  const gao = await bench.container("Gao", amina);
  const channel = await bench.channel(amina, { kind: "sms", phone: own });
  const incidents = [];
  for (let count = 0; count < most.failures + 1; count++) {
    const incident = await bench.incident([gao]);
    incidents.push(incident);
    await bench.news(incident, "raised");
    await bench.run();
    expect(await bench.fates(incident)).toEqual(["raised retrying day_limit"]);
  }
  const { rows } = await bench.pool.query("select paused_at, failures from channel where id = $1", [channel]);
  expect(rows).toEqual([{ paused_at: null, failures: 0 }]);
  const before = service.asked.length;
  bench.clock.advance(dayMs);
  await bench.run();
  expect(service.asked).toHaveLength(before + 1);
  for (const incident of incidents) expect(await bench.fates(incident)).toEqual(["raised sent"]);
});
