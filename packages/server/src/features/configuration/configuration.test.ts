import { configReportTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import mqtt from "mqtt";
import { expect, onTestFinished, test, vi } from "vitest";

import { type CallRefused, cast, thePortal } from "../../testing/cast.ts";
import { userMessages } from "../../testing/user-messages.ts";
import { secret } from "../../testing/controllers.ts";
import { inTime, withContainer } from "./configuration.fixture.ts";
import { peopleNotified } from "../../testing/notified.ts";

test("a configuration that a controller reports is taken over, and one that is asked for is tried and agreed", async () => {
  const { amina, start, reaches } = await withContainer("bafata");
  const messages = await userMessages(amina);
  expect((await amina.call("getConfiguration", { containerId: "bafata" })).data.state).toBe("no_report");
  await start();
  const first = await reaches("in_sync");
  expect(first.reported?.doc).toMatchObject({ keepAlive: { frameSeconds: 10, linkSeconds: 60 } });
  expect(first.wanted).toMatchObject({ doc: first.reported?.doc, by: null });
  const keepAlive = { frameSeconds: 30, linkSeconds: 45 };
  const asked = await amina.call("setConfiguration", { containerId: "bafata", keepAlive });
  expect(asked.data).toMatchObject({ state: "waiting", wanted: { version: 1, by: { name: "amina" } } });
  const done = await reaches("in_sync");
  expect(done).toMatchObject({ reported: { version: 1, doc: { keepAlive }, trialUntil: null }, conflicts: [] });
  const changed = () => messages.filter((message) => "command" in message && message.command === "configChanged");
  await vi.waitUntil(() => changed().length >= 2, inTime);
  expect(changed()).toEqual(changed().map(() => ({ command: "configChanged", data: { containerId: "bafata" } })));
  const { rows } = await (
    await thePortal()
  ).database.pool.query(
    "select before, after, result from audit where action = 'setConfiguration' and target = 'bafata'",
  );
  expect(rows).toEqual([
    {
      before: { keepAlive: { frameSeconds: 10, linkSeconds: 60 } },
      after: { keepAlive },
      result: "ok",
    },
  ]);
});

test("what is asked for while the container is away waits for it", async () => {
  const { amina, start, reaches } = await withContainer("gabu");
  const first = await start();
  await reaches("in_sync");
  await first.stop();
  await vi.waitUntil(
    async () => !(await amina.call("getContainerInfo", { containerId: "gabu" })).data.isOnline,
    inTime,
  );
  await amina.call("setConfiguration", { containerId: "gabu", keepAlive: { frameSeconds: 60, linkSeconds: 60 } });
  const waiting = await reaches("waiting");
  const lifeMs = Date.parse(waiting.wanted?.expiresAt ?? "") - Date.parse(waiting.wanted?.at ?? "");
  expect(lifeMs).toBe(7 * 86_400_000);
  await start();
  expect((await reaches("in_sync")).reported?.doc.keepAlive).toEqual({ frameSeconds: 60, linkSeconds: 60 });
});

test("a network that cuts the link is taken back by the controller, and people are warned", async () => {
  const { amina, start, reaches } = await withContainer("mansoa");
  let jumpMs = 0;
  const now = () => Date.now() + jumpMs;
  const first = await start({ now, setHostNetwork: () => {} });
  const before = await reaches("in_sync");
  const isOnline = async () => (await amina.call("getContainerInfo", { containerId: "mansoa" })).data.isOnline;
  // Its configuration may be known before it counts as online, and only then can it be seen to go.
  await vi.waitUntil(isOnline, inTime);
  const network = { ...before.reported?.doc.network, ip: "10.0.0.2", mask: "255.0.0.0", port: 1 };
  await amina.call("setConfiguration", { containerId: "mansoa", network });
  await vi.waitUntil(async () => !(await isOnline()), inTime);
  await first.stop();
  jumpMs = 6 * 60_000;
  await start({ now, setHostNetwork: () => {} });
  const after = await reaches("reverted");
  expect(after).toMatchObject({ reported: { doc: before.reported?.doc, reverted: { version: 1 } } });
  // Its clock, which is six minutes ahead now, may have been warned of by then, too.
  await peopleNotified((await thePortal()).database);
  expect((await amina.call("getWarningUnreadCount", {})).count).toBeGreaterThanOrEqual(1);
  const { rows } = await (
    await thePortal()
  ).database.pool.query("select data from event where container_id = 'mansoa' and code = 'config.reverted'");
  expect(rows).toEqual([{ data: { version: 1 } }]);
  // The old values are asked for again, or others: both are new versions.
  const { network: old } = before.reported?.doc ?? {};
  const kept = await amina.call("setConfiguration", { containerId: "mansoa", network: { ...old } });
  expect(kept.data.state).toBe("in_sync");
});

test("values that a controller cannot set are named by their field, and nothing is set", async () => {
  const { amina, start, reaches } = await withContainer("farim");
  await start();
  const before = await reaches("in_sync");
  const network = { ...before.reported?.doc.network, ip: "10.0.0.2", mask: "255.0.0.0" };
  await amina.call("setConfiguration", { containerId: "farim", network });
  const { reported } = await reaches("rejected");
  expect(reported?.refused).toMatchObject({ fields: { "network.ip": "unsupported", "network.mask": "unsupported" } });
  expect(reported?.doc).toEqual(before.reported?.doc);
  await peopleNotified((await thePortal()).database);
  expect((await amina.call("getWarningUnreadCount", {})).count).toBe(1);
});

test("a change on site is shown as one, and a person accepts it or asks again", async () => {
  const { amina, start, reaches } = await withContainer("buba");
  const first = await start();
  await reaches("in_sync");
  await first.stop();
  await start({ everyMs: 5_000 });
  const drifted = await reaches("drifted");
  expect(drifted).toMatchObject({
    wanted: { doc: { keepAlive: { frameSeconds: 10 } } },
    reported: { doc: { keepAlive: { frameSeconds: 5 } } },
  });
  const again = { ...drifted.wanted?.doc.keepAlive };
  await amina.call("setConfiguration", { containerId: "buba", keepAlive: again });
  expect((await reaches("in_sync")).reported?.doc.keepAlive).toEqual(again);
});

test("what waits for a container is not sent once whoever asked for it may no longer", async () => {
  const { amina, start, reaches } = await withContainer("quinhamel");
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const first = await start();
  await reaches("in_sync");
  await first.stop();
  await amina.call("setConfiguration", { containerId: "quinhamel", keepAlive: { frameSeconds: 20, linkSeconds: 60 } });
  const { database } = await thePortal();
  await database.pool.query("update app_user set role = 'customer_staff' where id = $1", [amina.userId]);
  await start();
  const read = async () => (await boss.call("getConfiguration", { containerId: "quinhamel" })).data;
  await vi.waitUntil(async () => (await read()).state === "lapsed", inTime);
  expect((await read()).reported?.doc["keepAlive"]).toMatchObject({ frameSeconds: 10 });
});

test("a change that was made of something older is refused, as are wrong values and a network without a proof", async () => {
  const { amina, start, reaches } = await withContainer("bolama");
  await start();
  const { reported } = await reaches("in_sync");
  const set = (input: object) => amina.call("setConfiguration", { containerId: "bolama", ...input });
  const keepAlive = { frameSeconds: 20, linkSeconds: 60 };
  await expect(set({ seen: { wanted: 7, reported: 0 }, keepAlive })).refusesWith("config_changed");
  await expect(set({})).refusesWith("bad_input");
  const wrong = await set({ network: { ip: "300.1.1.1", mask: "255.0.0.0", port: 65_537 } }).catch(
    (error: unknown) => error,
  );
  expect((wrong as CallRefused).answer.body).toMatchObject({
    fields: {
      "network.ip": "Please fill an IP address: four dotted numbers, each 0 to 255.",
      "network.port": "Please fill a port: 0 to 65536.",
    },
  });
  const { database } = await thePortal();
  await database.pool.query("update session set confirmed_at = null where user_id = $1", [amina.userId]);
  await expect(set({ network: { ...reported?.doc.network } })).refusesWith("confirm_needed");
  expect((await reaches("in_sync")).wanted?.version).toBe(0);
});

test("more than a controller takes is refused by its section, and nothing is stored", async () => {
  const { amina, start, reaches } = await withContainer("bubaque");
  await start();
  await reaches("in_sync");
  const name = "a".repeat(64);
  const devices = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`device.${index}/name`, name]));
  const refused = await amina
    .call("setConfiguration", { containerId: "bubaque", devices })
    .catch((error: unknown) => error);
  expect((refused as CallRefused).answer.body).toMatchObject({
    code: "bad_input",
    fields: { devices: "This is more than a controller can take." },
  });
  expect((await reaches("in_sync")).wanted?.version).toBe(0);
});

test("a report that cannot be read is refused and counted, and leaves what is known", async () => {
  const { amina, start, reaches } = await withContainer("cacheu");
  const controller = await start();
  await reaches("in_sync");
  await controller.stop();
  const portal = await thePortal();
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${portal.mqttPort}`, {
    clientId: "cacheu",
    username: "cacheu",
    password: secret,
    reconnectPeriod: 0,
  });
  onTestFinished(() => client.endAsync(true));
  const doc = { keepAlive: { frameSeconds: 1 } };
  const report = { store: "s1", version: 9, answered: 9, doc, sha256: "0".repeat(64) };
  const send = (text: string) =>
    client.publishAsync(configReportTopic.name({ containerId: "cacheu" }), text, { qos: 1 });
  await send("{");
  await send(JSON.stringify(report));
  await send(JSON.stringify({ ...report, doc: { keepAlive: { name: "\u0000" } } }));
  const rejected = async () =>
    (
      await portal.database.pool.query(
        "select reason, detail from rejected_part where container_id = 'cacheu' order by id",
      )
    ).rows;
  await vi.waitUntil(async () => (await rejected()).length === 3, inTime);
  expect(await rejected()).toEqual([
    { reason: "schema", detail: "" },
    { reason: "schema", detail: "sha256" },
    { reason: "schema", detail: "" },
  ]);
  expect((await amina.call("getConfiguration", { containerId: "cacheu" })).data.state).toBe("in_sync");
});
