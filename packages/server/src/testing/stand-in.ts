import { type IncomingHttpHeaders, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** How a service on this machine answers; undefined: not at all, until the test says so. */
export type StandInAnswer = { status?: number; headers?: Record<string, string>; body: unknown } | "silence";

/** Stands in for an external service, on this machine. */
export interface StandIn {
  url: string;
  /** The requests it received, in order. */
  asked: { path: string; query: URLSearchParams; headers: IncomingHttpHeaders; body: Buffer }[];
  /** What it answers from now on; text is sent unchanged, anything else as JSON. */
  answer: StandInAnswer | ((path: string) => StandInAnswer);
  /** Answers all requests that are waiting with what `answer` says now. */
  release(): void;
  stop(): Promise<void>;
}

/** Networks that a portal must be allowed to dial to reach stand-ins. */
export const standInNetworks = ["127.0.0.0/8"];

export async function startStandIn(first: StandIn["answer"] = { status: 404, body: {} }): Promise<StandIn> {
  let waiting: { path: string; response: ServerResponse }[] = [];
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://stand-in");
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { headers } = request;
      standIn.asked.push({ path: pathname, query: searchParams, headers, body: Buffer.concat(parts) });
      send(pathname, response);
    });
  });
  const send = (path: string, response: ServerResponse) => {
    const answer = typeof standIn.answer === "function" ? standIn.answer(path) : standIn.answer;
    if (answer === "silence") return void waiting.push({ path, response });
    response.writeHead(answer.status ?? 200, { "content-type": "application/json", ...answer.headers });
    response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body));
  };
  const standIn: StandIn = {
    url: "",
    asked: [],
    answer: first,
    release: () => {
      const all = waiting;
      waiting = [];
      for (const { path, response } of all) send(path, response);
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return standIn;
}
