import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";

import { until } from "../../testing/test-broker.ts";
import { ModbusClient, type ModbusClientOptions, pauseMs } from "./modbus.client.ts";

/** A device that keeps what it is asked and answers as the test says. */
const asked: Buffer[] = [];
const sockets: Socket[] = [];
const lost: string[] = [];
const server = createServer((socket) => {
  sockets.push(socket);
  socket.on("error", () => undefined);
  socket.on("data", (frame) => asked.push(frame));
});
let client: ModbusClient | undefined;

beforeEach(async () => {
  for (const list of [asked, sockets, lost]) list.length = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  client?.close();
  sockets.forEach((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

async function connected(changes: Partial<ModbusClientOptions> = {}): Promise<ModbusClient> {
  const one = new ModbusClient({
    host: "127.0.0.1",
    port: (server.address() as AddressInfo).port,
    unit: 1,
    timeoutMs: 10_000,
    reconnectAfterMs: 10,
    random: () => 0,
    onConnected: () => undefined,
    onLost: (reason) => lost.push(reason),
    ...changes,
  });
  client = one;
  await until("it is connected", () => one.isConnected && sockets.length === 1);
  return one;
}

/** Answers the request at this place with a body in hexadecimal, from the function on. */
function answer(place: number, hex: string): void {
  const request = asked[place] ?? Buffer.alloc(0);
  const body = Buffer.from(hex, "hex");
  const head = Buffer.from([...request.subarray(0, 2), 0, 0, 0, body.length + 1, request[6] ?? 0]);
  sockets.at(-1)?.write(Buffer.concat([head, body]));
}

const failure = (mayHaveActed: boolean) => expect.objectContaining({ mayHaveActed });

test("one request is in flight; the next one waits for its answer", async () => {
  const one = await connected();
  const first = one.readCoils(16, 6);
  const second = one.readCoils(0, 6);
  await until("the first is asked", () => asked.length > 0);
  answer(0, "010101");
  expect(await first).toEqual([true, false, false, false, false, false]);
  await until("the second is asked", () => asked.length > 1);
  answer(1, "010102");
  expect(await second).toEqual([false, true, false, false, false, false]);
  expect(asked.map((frame) => frame.length)).toEqual([12, 12]);
});

test("what has waited for too long is not sent, and nothing was written", async () => {
  const one = await connected();
  const first = one.readCoils(16, 6);
  const write = one.writeCoil(18, true, performance.now());
  const read = one.readCoils(16, 6, performance.now());
  const last = one.readCoils(0, 6);
  const overdue = Promise.allSettled([write, read]);
  await until("the first is asked", () => asked.length > 0);
  answer(0, "010101");
  await first;
  expect(await overdue).toMatchObject([{ reason: failure(false) }, { reason: failure(false) }]);
  await until("the last is asked", () => asked.length > 1);
  answer(1, "010102");
  expect(await last).toHaveLength(6);
  expect(asked).toHaveLength(2);
});

test("the late answer to one read is not taken for the answer to the next", async () => {
  const one = await connected({ timeoutMs: 1_500 });
  await expect(one.readCoils(16, 6)).rejects.toEqual(failure(true));
  const second = one.readCoils(16, 6);
  await until("the second is asked", () => asked.length > 1);
  answer(0, "01013f");
  answer(1, "010104");
  expect(await second).toEqual([false, false, true, false, false, false]);
  expect(sockets).toHaveLength(1);
});

test("after a write without an answer the connection is reset and made again; nothing is asked twice", async () => {
  const one = await connected({ timeoutMs: 300 });
  const endings: string[] = [];
  sockets[0]?.on("error", ({ message }) => endings.push(message));
  const write = one.writeCoil(18, true, Infinity);
  const waiting = one.readCoils(16, 6);
  const failed = Promise.allSettled([write, waiting]);
  await until("the write is asked", () => asked.length > 0);
  expect(await failed).toMatchObject([{ reason: failure(true) }, { reason: failure(false) }]);
  await until("it is connected again", () => sockets.length > 1 && one.isConnected && endings.length > 0);
  expect(endings).toEqual([expect.stringContaining("ECONNRESET")]);
  expect(lost).toEqual(["the device does not answer"]);
  expect(asked).toHaveLength(1);
});

test.each([
  ["illegal function", "8501", false],
  ["illegal address", "8502", false],
  ["illegal value", "8503", false],
  ["failure of the device", "8504", true],
  ["busy", "8506", false],
  ["no answer behind a gateway", "850b", true],
])("a write that is refused with %s leaves it %s that it was carried out: %s", async (_title, hex, mayHaveActed) => {
  const one = await connected();
  const write = one.writeCoil(18, true, Infinity);
  await until("it is asked", () => asked.length > 0);
  answer(0, hex);
  await expect(write).rejects.toEqual(failure(mayHaveActed));
  expect(one.isConnected).toBe(true);
});

test.each([
  ["speaks another protocol", () => sockets[0]?.write("HTTP/1.1 400 Bad Request\r\n")],
  ["answers about other coils", () => answer(0, "01021500")],
  ["closes the connection", () => sockets[0]?.end()],
])("a device that %s is connected again", async (_title, act) => {
  const one = await connected();
  const read = one.readCoils(16, 6);
  await until("it is asked", () => asked.length > 0);
  act();
  await expect(read).rejects.toEqual(failure(true));
  await until("it is connected again", () => sockets.length > 1 && one.isConnected);
  const again = one.readCoils(16, 6);
  await until("it is asked again", () => asked.length > 1);
  answer(1, "010100");
  expect(await again).toHaveLength(6);
});

test("what a device that is away is asked fails at once, and nothing was sent; it is found when it is back", async () => {
  const one = await connected();
  const { port } = server.address() as AddressInfo;
  sockets[0]?.destroy();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await until("it has failed to connect", () => lost.length > 3);
  await expect(one.writeCoil(18, true, Infinity)).rejects.toEqual(failure(false));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await until("it is connected again", () => one.isConnected);
  expect(asked).toEqual([]);
});

test("the pauses before new connections double up to a minute, with jitter", () => {
  const longest = [0, 1, 2, 3, 10, 5_000].map((attempt) => pauseMs(1_000, attempt, 1));
  expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 60_000, 60_000]);
  expect(pauseMs(1_000, 1, 0)).toBe(1_000);
});

test("a client that is closed during a write does not leave it to the network", async () => {
  const one = await connected();
  const endings: string[] = [];
  sockets[0]?.on("error", ({ message }) => endings.push(message));
  const write = one.writeCoil(18, true, Infinity);
  await until("it is asked", () => asked.length > 0);
  one.close();
  await expect(write).rejects.toEqual(failure(true));
  await until("the connection is reset", () => endings.length > 0);
  expect(endings).toEqual([expect.stringContaining("ECONNRESET")]);
});
