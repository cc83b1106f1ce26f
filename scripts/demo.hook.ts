/** Stands in for the service of a customer that takes webhooks, on this machine. */
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** Where it listens; the portal of the demonstration may dial it, though it is not public. */
export const hookNetwork = "127.0.0.1/32";

export interface Hook {
  url: string;
  stop: () => Promise<void>;
}

/** Writes what it is sent to a folder, one file each, beside the mails. */
export async function startHook(folder: string): Promise<Hook> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let count = 0;
  const server = createServer((request, response) => {
    const keep = async () => {
      const body = await text(request);
      const file = join(folder, `${new Date().toISOString().replaceAll(":", "-")}-${++count}.webhook.json`);
      await writeFile(file, body, { mode: 0o600 });
      response.writeHead(204).end();
    };
    keep().catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/warnings`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
