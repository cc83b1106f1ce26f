import { once } from "node:events";
import { type IncomingMessage, get } from "node:http";
import type { AddressInfo } from "node:net";

import { fastify } from "fastify";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";

import { StartedFile } from "../calls/file-answer.ts";
import { fileSender } from "./file-sender.ts";

const piece = Buffer.alloc(64 * 1024, "x");

/** A server with one file, and a record of what happened to its source. */
async function serve(pieces: number, failsAfter = Infinity) {
  const source = { pulled: 0, isEnded: false };
  async function* stream() {
    try {
      for (; source.pulled < pieces; source.pulled++) {
        if (source.pulled === failsAfter) throw new Error("the database went away");
        yield piece;
      }
    } finally {
      source.isEnded = true;
    }
  }
  const app = fastify();
  const send = fileSender(app, pino({ level: "silent" }));
  app.get("/file", async (request, reply) =>
    send(
      request,
      reply,
      await StartedFile.start({ fileName: 'a"b\r\n.csv', contentType: "text/csv", stream: stream() }),
    ),
  );
  await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => app.close());
  return { app, source, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/file` };
}

/** An answer whose body stays unread: the socket fills up. */
async function ask(url: string): Promise<IncomingMessage> {
  const request = get(url, { agent: false });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  answer.on("error", () => {});
  return answer;
}

test("a file arrives whole, as an attachment with a harmless name", async () => {
  const { url, source } = await serve(40);
  const answer = await fetch(url);
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="a_b_.csv"');
  expect((await answer.arrayBuffer()).byteLength).toBe(40 * piece.length);
  expect(source.isEnded).toBe(true);
});

test("the source is read only as fast as the caller reads, and ends when the caller leaves", async () => {
  const { url, source } = await serve(100_000);
  const answer = await ask(url);
  let before = -1;
  await vi.waitFor(
    () => {
      const isStill = source.pulled === before;
      before = source.pulled;
      expect(isStill).toBe(true);
    },
    { timeout: 30_000 },
  );
  expect(source.pulled).toBeLessThan(2_000);
  answer.destroy();
  await vi.waitFor(() => expect(source.isEnded).toBe(true), { timeout: 30_000 });
});

test("half a file never looks complete: a failure on the way cuts the connection", async () => {
  const { url } = await serve(100, 50);
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  await expect(answer.arrayBuffer()).rejects.toThrow();
});

test("a caller that does not read its file does not delay the portal's stop", async () => {
  const { url, app, source } = await serve(100_000);
  await ask(url);
  await app.close();
  await vi.waitFor(() => expect(source.isEnded).toBe(true), { timeout: 30_000 });
});
