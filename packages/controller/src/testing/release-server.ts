import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A portal that serves the archive of a release, with ranges, and fails as it is told. */
export async function startReleaseServer(archive: Buffer) {
  const requests: { from: number; authorization: string | undefined; url: string | undefined }[] = [];
  let sent = 0;
  /** After so many bytes each connection is cut. */
  let cutAfter = Infinity;
  let status: number | undefined;
  let bytes = archive;

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    requests.push({ from, authorization: request.headers.authorization, url: request.url });
    if (status !== undefined) {
      response.writeHead(status).end();
      return;
    }
    const rest = bytes.subarray(from);
    const part = rest.subarray(0, cutAfter);
    response.writeHead(206, { "content-length": rest.length });
    sent += part.length;
    response.write(part, () => {
      if (part.length < rest.length) response.destroy();
      else response.end();
    });
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    requests,
    sent: () => sent,
    cutAfter: (count: number) => {
      cutAfter = count;
    },
    answerWith: (code: number | undefined) => {
      status = code;
    },
    send: (other: Buffer) => {
      bytes = other;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
export type ReleaseServer = Awaited<ReturnType<typeof startReleaseServer>>;
