import { EventEmitter, once } from "node:events";
import { type Socket, connect } from "node:net";
import type { Duplex } from "node:stream";

import { type FastifyInstance, fastify } from "fastify";
import { expect, onTestFinished, test } from "vitest";

import { ApiPart } from "./api.part.ts";

interface Bench {
  part: ApiPart;
  app: FastifyInstance;
  /** Opens a connection and sends a text. @returns it once the server has accepted it. */
  open(text?: string): Promise<Socket>;
}

async function startBench(routes: (app: FastifyInstance) => unknown = () => {}, endMs?: number): Promise<Bench> {
  const app = fastify({ forceCloseConnections: "idle" });
  app.get("/live", async () => "alive");
  routes(app);
  const part = new ApiPart(app, { host: "127.0.0.1", port: 0 }, endMs);
  await part.start();
  await part.listen();
  return {
    part,
    app,
    open: async (text = "") => {
      const accepted = once(part.server, "connection");
      const socket = connect(part.port, "127.0.0.1");
      socket.on("error", () => undefined);
      onTestFinished(() => void socket.destroy());
      await accepted;
      if (text !== "") socket.write(text);
      return socket;
    },
  };
}

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: portal\r\n\r\n`;

async function readAll(socket: Socket): Promise<string> {
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  return text;
}

async function stop(part: ApiPart): Promise<void> {
  part.hold();
  await part.stop();
}

test("a portal that stops waits for no connection on which nothing was asked, nor for half of a first request", async () => {
  const { part, open } = await startBench();
  const sockets = [await open(), await open("GET /li")];
  const closed = sockets.map((socket) => once(socket.resume(), "close"));
  await stop(part);
  await Promise.all(closed);
});

test("a portal that stops closes a connection that waits for its next request", async () => {
  const { part, open } = await startBench();
  const socket = await open(ask("/live"));
  await once(socket, "data");
  const closed = once(socket, "close");
  await stop(part);
  await closed;
});

test("a request that is under way is answered before the portal has stopped", async () => {
  const work = new EventEmitter();
  const { part, open } = await startBench((app) =>
    app.get("/slow", async () => {
      const done = once(work, "done");
      work.emit("begun");
      await done;
      return "at last";
    }),
  );
  const begun = once(work, "begun");
  const answer = readAll(await open(ask("/slow")));
  await begun;
  const stopped = stop(part);
  work.emit("done");
  expect(await answer).toMatch(/^HTTP\/1\.1 200 [^]*at last$/);
  await stopped;
});

test("the connection of a screen lasts until the broker ends it", async () => {
  const { part, open } = await startBench();
  const upgraded = new Promise<Duplex>((resolve) => part.server.once("upgrade", (_, socket) => resolve(socket)));
  const socket = await open("GET /mqtt HTTP/1.1\r\nHost: portal\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
  const screen = await upgraded;
  part.hold();
  screen.write("still here");
  expect(String((await once(socket, "data"))[0])).toBe("still here");
  screen.destroy();
  await part.stop();
});

test("a request that never arrives whole keeps no portal from stopping", async () => {
  const { part, open } = await startBench((app) => app.post("/call", async () => ""), 10);
  const arrived = once(part.server, "request");
  const head = "POST /call HTTP/1.1\r\nHost: portal\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\n";
  const closed = once((await open(`${head}half`)).resume(), "close");
  await arrived;
  await stop(part);
  await closed;
});
