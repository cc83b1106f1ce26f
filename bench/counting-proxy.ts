/** A TCP proxy on loopback that counts what passes through it. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";

export interface CountingProxy {
  port: number;
  /** Bytes from clients, and bytes to them. */
  counts: { up: number; down: number };
  /** Resolves when no connection is left. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

export async function startCountingProxy(targetPort: number): Promise<CountingProxy> {
  const counts = { up: 0, down: 0 };
  const open = new Set<Promise<unknown>>();
  const server = createServer((near) => {
    const far = connect(targetPort, "127.0.0.1");
    near.on("data", (bytes) => (counts.up += bytes.length));
    far.on("data", (bytes) => (counts.down += bytes.length));
    near.on("error", () => {});
    far.on("error", () => near.destroy());
    near.pipe(far).pipe(near);
    // Everything that was counted still arrives. A pipe stops reading when its other end is gone, and a stream that is
    // not read to its end never closes.
    near.on("close", () => far.end().resume());
    far.on("close", () => near.resume());
    // Also closes after an error, on which Node's `once` would reject instead.
    const closed = Promise.all(
      [near, far].map((socket) => new Promise<void>((resolve) => socket.once("close", () => resolve()))),
    ).finally(() => open.delete(closed));
    open.add(closed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    counts,
    quiet: async () => void (await Promise.all(open)),
    close: async () => {
      server.close();
      await Promise.all(open);
    },
  };
}
