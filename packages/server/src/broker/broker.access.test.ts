import { containerTopic, userTopic } from "@offgrid/contract/live/live.topics";
import { ackTopic, commandTopic, dataTopic, stateTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import type { Packet } from "mqtt-packet";
import { afterAll, beforeAll, expect, test } from "vitest";

import {
  type Bench,
  downTopicsOf,
  readFrames,
  startBench,
  testSecret,
  until,
} from "../features/ingest/telemetry.fixture.ts";
import type { TestClient } from "../testing/test-client.ts";
import {
  type RawConnection,
  connectPacket,
  publishPacket,
  rawOverTcp,
  rawOverWebSocket,
  subscribePacket,
} from "../testing/raw-mqtt.ts";

/** Who may publish and receive what at the broker. */

let bench: Bench;
let witness: TestClient;
/** A screen that receives everything that screens can receive. */
let screen: TestClient;
let adminSession: Buffer;
let staffSession: Buffer;
let seq = 0;

beforeAll(async () => {
  bench = await startBench();
  adminSession = await bench.addPerson("ada", "super_admin");
  staffSession = await bench.addPerson("amina", "customer_staff");
  await bench.addContainer("witness");
  await bench.addContainer("lodwar", { users: ["amina"] });
  witness = await bench.controller("witness");
  await witness.mqtt.subscribeAsync(downTopicsOf("witness"), { qos: 1 });
  screen = await bench.screen("ada", adminSession);
  await screen.mqtt.subscribeAsync(
    ["witness", "lodwar"]
      .map((containerId) => containerTopic.name({ containerId }))
      .concat(userTopic.name({ userId: "ada" })),
  );
});
afterAll(() => bench.stop());

const dataOf = (containerId: string) => dataTopic.name({ containerId });

/** Sends a new value of the witness and waits until it is stored, acknowledged and seen by the screen. */
async function witnessIsServed(): Promise<void> {
  const value = ++seq;
  const message = { boot: "w", seq: value, m: ["battery.soc"], t: [bench.now()], v: [[value]] };
  await witness.send(dataOf("witness"), message);
  const ack = ackTopic.name({ containerId: "witness" });
  await witness.next<{ seqs?: number[] }>(ack, ({ seqs }) => seqs?.includes(value) === true);
  await screen.next<{ values: Record<string, number> }>(
    containerTopic.name({ containerId: "witness" }),
    ({ values }) => values["battery.soc"] === value,
  );
}

type Identity = "a controller" | "a screen of customer staff" | "a screen of a super admin";

async function enter(identity: Identity): Promise<RawConnection> {
  if (identity === "a controller") return enterAs(await rawOverTcp(bench.mqttPort), "lodwar", testSecret);
  const [userId, sessionHash] =
    identity === "a screen of a super admin" ? (["ada", adminSession] as const) : (["amina", staffSession] as const);
  const { password } = await bench.live.issueCredential(sessionHash);
  const clientId = `portal-${String(++seq).padStart(16, "0")}`;
  return enterAs(await rawOverWebSocket(bench.httpPort), clientId, password, userId);
}

async function enterAs(
  connection: RawConnection,
  clientId: string,
  password: string,
  username = clientId,
): Promise<RawConnection> {
  // Slowly enough for the limit of connections a minute.
  bench.skip(5_000);
  connection.send(connectPacket(clientId, password, { username }));
  expect(await connection.next("connack")).toMatchObject({ returnCode: 0 });
  return connection;
}

/** The first is tried together with the wildcards, the rest after them. */
const foreignTo: Record<Identity, readonly [string, ...string[]]> = {
  "a controller": [
    dataOf("witness"),
    ackTopic.name({ containerId: "witness" }),
    dataOf("lodwar"),
    containerTopic.name({ containerId: "lodwar" }),
    userTopic.name({ userId: "ada" }),
    "offgrid/1/+/ack",
  ],
  "a screen of customer staff": [
    containerTopic.name({ containerId: "witness" }),
    containerTopic.name({ containerId: "nowhere" }),
    userTopic.name({ userId: "ada" }),
    "ui/user/+",
    dataOf("lodwar"),
    ackTopic.name({ containerId: "lodwar" }),
  ],
  "a screen of a super admin": [
    userTopic.name({ userId: "amina" }),
    containerTopic.name({ containerId: "nowhere" }),
    "ui/#",
    dataOf("witness"),
    commandTopic.name({ containerId: "witness" }),
    "offgrid/1/+/state",
  ],
};
const identities = Object.keys(foreignTo) as Identity[];

test.each(identities)(
  "B8: %s can subscribe to no wildcard and no other container's topics; ten refusals end the connection",
  async (identity) => {
    const [foreign, ...others] = foreignTo[identity];
    const filters = ["#", "+/+/+/cmd", "$SYS/#", "$share/g/#", foreign];
    const connection = await enter(identity);
    for (const filter of filters) {
      connection.send(subscribePacket(filter));
      expect({ filter, granted: (await connection.next("suback")).granted }).toEqual({ filter, granted: [128] });
    }
    // Everything that these filters would match happens now.
    await witnessIsServed();
    bench.live.send("amina", { command: "newEventUpdate", data: { content: "not for you" } });
    await bench.live.watch("witness");
    await connection.settled();
    expect(connection.packets.filter(({ cmd }) => cmd === "publish")).toEqual([]);
    for (const filter of others) connection.send(subscribePacket(filter));
    await connection.closed;
    expect(connection.packets.filter((packet) => packet.cmd === "suback").map(({ granted }) => granted)).toEqual(
      Array.from({ length: 10 }, () => [128]),
    );
    await witnessIsServed();
  },
);

const marker = 666;
const bogus = () => JSON.stringify({ ts: bench.now(), values: { "battery.soc": marker } });
const forgeries: readonly [string, (connection: RawConnection) => Packet][] = [
  ["a topic of another container", () => publishPacket(dataOf("witness"), bogus())],
  [
    "a goodbye of another container",
    () => publishPacket(stateTopic.name({ containerId: "witness" }), '{"online":false,"bd":1}', { retain: true }),
  ],
  ["a down topic of its own", () => publishPacket(commandTopic.name({ containerId: "lodwar" }), bogus())],
  ["a down topic of another container", () => publishPacket(commandTopic.name({ containerId: "witness" }), bogus())],
  ["a system topic", () => publishPacket("$SYS/broker/new/clients", "witness")],
  ["a live topic", () => publishPacket(containerTopic.name({ containerId: "lodwar" }), bogus(), { qos: 0 })],
  ["a topic of a person", () => publishPacket(userTopic.name({ userId: "ada" }), bogus(), { qos: 0 })],
  ["retained data", () => publishPacket(dataOf("lodwar"), bogus(), { retain: true })],
  ["quality 2", () => publishPacket(dataOf("lodwar"), bogus(), { qos: 2 })],
];

test.each(forgeries)("B9: publishing %s ends the connection; nothing is routed, kept or stored", async (_, forge) => {
  const before = { witness: (await readFrames(bench, "witness")).length, received: witness.messages.length };
  const connection = await enter("a controller");
  connection.send(forge(connection));
  await connection.closed;
  await witnessIsServed();
  expect(await readFrames(bench, "lodwar")).toEqual([]);
  expect(await readFrames(bench, "witness")).toHaveLength(before.witness + 1);
  expect(witness.mqtt.connected).toBe(true);
  expect(JSON.stringify([witness.messages.slice(before.received), screen.messages])).not.toContain(String(marker));
  const again = await enter("a controller");
  again.send(subscribePacket(...downTopicsOf("lodwar")));
  await again.next("suback");
  await again.settled();
  expect(again.packets.filter(({ cmd }) => cmd === "publish")).toEqual([]);
  again.stream.destroy();
});

test("B9: a will is allowed only on a controller's own state; a screen has no will and publishes nothing", async () => {
  const will = (topic: string) => ({ topic, payload: Buffer.from(bogus()), qos: 1 as const, retain: false });
  const refuses = async (connection: RawConnection, packet: Packet) => {
    connection.send(packet);
    await connection.closed;
    expect(connection.packets.some((answer) => answer.cmd === "connack" && answer.returnCode === 0)).toBe(false);
  };
  for (const topic of [stateTopic.name({ containerId: "witness" }), dataOf("lodwar"), "$SYS/x"]) {
    const connection = await rawOverTcp(bench.mqttPort);
    await refuses(connection, connectPacket("lodwar", testSecret, { will: will(topic) }));
  }
  const { password } = await bench.live.issueCredential(staffSession);
  const wills = [userTopic.name({ userId: "amina" }), stateTopic.name({ containerId: "lodwar" })];
  for (const topic of wills) {
    const packet = connectPacket("portal-0123456789abcdef", password, { username: "amina", will: will(topic) });
    await refuses(await rawOverWebSocket(bench.httpPort), packet);
  }
  for (const topic of [containerTopic.name({ containerId: "lodwar" }), userTopic.name({ userId: "amina" }), "x"]) {
    const connection = await enter("a screen of customer staff");
    connection.send(publishPacket(topic, bogus(), { qos: 0 }));
    await connection.closed;
  }
  await witnessIsServed();
  expect(JSON.stringify([witness.messages, screen.messages])).not.toContain(String(marker));
});

test("D1: the secret of one container opens nothing of another", async () => {
  await bench.addContainer("kisumu");
  await bench.database.pool.query("update container set secret_hash = sha256('of its own') where id = 'kisumu'");
  const refused = [
    ["kisumu", "kisumu"],
    ["kisumu", "lodwar"],
    ["lodwar", "kisumu"],
    ["nowhere", "nowhere"],
    ["../etc", "../etc"],
    ["constructor", "constructor"],
  ] as const;
  for (const [clientId, username] of refused) {
    const connection = await rawOverTcp(bench.mqttPort);
    connection.send(connectPacket(clientId, testSecret, { username }));
    expect({ clientId, username, answer: (await connection.next("connack")).returnCode }).toMatchObject({ answer: 5 });
    await connection.closed;
  }
  const connection = await enter("a controller");
  connection.send(subscribePacket(ackTopic.name({ containerId: "kisumu" })));
  expect((await connection.next("suback")).granted).toEqual([128]);
  connection.send(publishPacket(dataOf("kisumu"), bogus()));
  await connection.closed;
  await witnessIsServed();
  expect(await readFrames(bench, "kisumu")).toEqual([]);
  await enterAs(await rawOverTcp(bench.mqttPort), "kisumu", "of its own");
});

test("D4: of 20,000 retained topics none is kept; the first one ends the connection, but a controller's own state is allowed", async () => {
  const messages = () => bench.metrics()["ingest_messages_total"];
  const first = messages() ?? 0;
  const connection = await enter("a controller");
  connection.send(
    publishPacket(stateTopic.name({ containerId: "lodwar" }), '{"online":true,"bd":7}', { retain: true }),
  );
  await connection.next("puback");
  await until(() => messages() === first + 1);
  const names = [...downTopicsOf("lodwar"), dataOf("lodwar"), containerTopic.name({ containerId: "lodwar" })];
  for (let count = 0; count < 20_000; count++) {
    const topic = names[count] ?? `${dataOf("lodwar")}/${count}`;
    connection.send(publishPacket(topic, bogus(), { retain: true }));
  }
  await connection.closed;
  expect(connection.packets.filter(({ cmd }) => cmd === "puback")).toHaveLength(1);
  const [controller, viewer] = [await enter("a controller"), await enter("a screen of customer staff")];
  controller.send(subscribePacket(...downTopicsOf("lodwar")));
  viewer.send(subscribePacket(containerTopic.name({ containerId: "lodwar" })));
  for (const later of [controller, viewer]) {
    expect((await later.next("suback")).granted).not.toContain(128);
    await later.settled();
    expect(later.packets.filter(({ cmd }) => cmd === "publish")).toEqual([]);
  }
  expect(messages()).toBe(first + 1);
  expect(await readFrames(bench, "lodwar")).toEqual([]);
  await witnessIsServed();
});
