/** Portals to measure: real ones, in processes and temporary folders of their own. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import type { SimpleFrame } from "@offgrid/contract/telemetry/telemetry.schema";
import { ackTopic, dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { connectAsync } from "mqtt";

import type { HttpLoadOrder, HttpLoadResult } from "./load/http-load.types.ts";

const runner = join(import.meta.dirname, "..", "scripts", "run.ts");
const readyWithinMs = 120_000;
/** The number that the portal allows. */
const screensPerSession = 10;
const sessionsPerPerson = 10;
const loadPeople = 5;
/** As many as `portal-program.ts` adds. */
export const viewers = 12;

export interface Registered {
  containerId: string;
  secret: string;
}

export interface BenchPortal {
  url: string;
  mqttUrl: string;
  mqttPort: number;
  webSocketUrl: string;
  /** A person of the highest role. */
  session: { authToken: string; userId: string };
  call(name: string, input?: object): Promise<unknown>;
  /** The same by one of `viewers` other people, numbered from 1: what one person may do in a minute is limited. */
  callAs(viewer: number, name: string, input?: object): Promise<unknown>;
  /** Makes a call up to the last byte of its answer, as it came over the wire: packed with brotli where it is long. */
  packed(name: string, input?: object): Promise<Buffer>;
  /** Bytes of a call's answer with its headers, as a browser gets it, compressed where the portal compresses. */
  bytesOf(name: string, input?: object): Promise<number>;
  register(prefix: string, count: number): Promise<Registered[]>;
  /** Sends frames of each container, the same or its own by its place in the list, and waits until they are committed. */
  sendFrames(
    containers: readonly Registered[],
    frames: readonly SimpleFrame[] | ((place: number) => readonly SimpleFrame[]),
  ): Promise<void>;
  /** The same for one container and many messages, one after the other over one connection. */
  sendHistory(container: Registered, messages: Iterable<readonly SimpleFrame[]>): Promise<void>;
  /** Summarises all marked quarter hours, so that this does not run during a measurement. */
  summarise(): Promise<void>;
  /** Seals past days. */
  seal(): Promise<void>;
  /** Copies the history of some containers to others, in turn, as the portal stored it. */
  copyHistory(from: readonly string[], to: readonly string[]): Promise<void>;
  /** Writes tickets about containers, and their messages. */
  fillTickets(wanted: FilledTickets): Promise<void>;
  /** Makes a call from a process of its own, with each body in turn. */
  load(name: string, inputs: readonly object[], order: LoadSize): Promise<HttpLoadResult>;
  /** Credentials for the live connections of some screens: signed in as several people. */
  screenLogins(count: number): Promise<{ username: string; password: string }[]>;
  /** Memory and processor time of the portal's own process, and processor time of its database. */
  usage(): Promise<PortalUsage>;
}

export interface FilledTickets {
  containerIds: readonly string[];
  tickets: number;
  messages: number;
}

export interface PortalUsage {
  rssBytes: number;
  cpuS: number;
  /** Processor time of the database, with that of connections that are over. */
  databaseCpuS: number;
}

export type LoadSize = Pick<HttpLoadOrder, "clients" | "warmUpS" | "measuredS">;

/**
 * Runs work against a fresh portal and removes the portal afterwards, whatever happens.
 * @param yields The portal takes only the processor time that other programs leave; for measurements in a browser on
 * this machine.
 */
export async function withPortal<T>(
  work: (portal: BenchPortal) => Promise<T>,
  { yields = false }: { yields?: boolean } = {},
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), "offgrid-bench-"));
  const child = fork(join(import.meta.dirname, "portal-program.ts"), {
    execArgv: ["--import", "tsx", ...(process.env["BENCH_PORTAL_ARGUMENTS"]?.split(" ") ?? [])],
    env: { ...process.env, DATA_DIR: dataDir, BENCH_PORTAL_YIELDS: String(yields) },
  });
  const ended = once(child, "exit");
  try {
    const first = await Promise.race([once(child, "message"), ended.then(() => undefined)]);
    if (!first) throw new Error("The portal ended before it was ready; its reason stands above.");
    const { url, mqttPort } = first[0] as { url: string; mqttPort: number };
    type Order = "usage" | "summarise" | "seal" | { from: readonly string[]; to: readonly string[] } | FilledTickets;
    const ask = async (order: Order) => {
      const answer = Promise.race([once(child, "message"), ended.then(() => undefined)]);
      child.send(order);
      const found = await answer;
      if (!found) throw new Error(`The portal ended before it answered: ${JSON.stringify(order)}.`);
      return found[0] as unknown;
    };
    return await work({
      ...(await openBenchPortal(url, mqttPort)),
      usage: async () => (await ask("usage")) as PortalUsage,
      summarise: async () => void (await ask("summarise")),
      seal: async () => void (await ask("seal")),
      copyHistory: async (from, to) => void (await ask({ from, to })),
      fillTickets: async (wanted) => void (await ask(wanted)),
    });
  } finally {
    if (child.connected) child.disconnect();
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function openBenchPortal(
  url: string,
  mqttPort: number,
): Promise<Omit<BenchPortal, "usage" | "summarise" | "seal" | "copyHistory" | "fillTickets">> {
  const mqttUrl = `mqtt://127.0.0.1:${mqttPort}`;
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  const call = async (name: string, input: object = {}, as = headers): Promise<unknown> => {
    const answer = await fetch(`${url}/api/${name}`, { method: "POST", headers: as, body: JSON.stringify(input) });
    const body: unknown = await answer.json();
    if (answer.status === 429) {
      // A session may make a hundred calls a second; a measurement must not hit that limit.
      await wait(Number(answer.headers.get("retry-after") ?? 1) * 1_000);
      return call(name, input, as);
    }
    if (!answer.ok) throw new Error(`/${name} was refused: ${JSON.stringify(body)}`);
    return body;
  };
  const signIn = async (name: string) =>
    (await call("login", { email: `${name}@demo.offgrid`, password: "offgrid-demo" })) as BenchPortal["session"];
  const session = await signIn("super_admin");
  Object.assign(headers, headersOf(session));
  const loadSessions: Record<string, string>[] = [];
  const viewerSessions = new Map<number, Promise<BenchPortal["session"]>>();
  const viewerSession = (viewer: number) => {
    const known = viewerSessions.get(viewer) ?? signIn(`viewer-${viewer}`);
    viewerSessions.set(viewer, known);
    return known;
  };
  return {
    url,
    mqttUrl,
    mqttPort,
    webSocketUrl: `${url.replace("http", "ws")}/mqtt`,
    session,
    call: (name, input) => call(name, input),
    callAs: async (viewer, name, input) => call(name, input, { ...headers, ...headersOf(await viewerSession(viewer)) }),
    packed: (name, input = {}) => packedAnswer(`${url}/api/${name}`, headers, JSON.stringify(input)),
    screenLogins: async (count) => {
      const logins: { username: string; password: string }[] = [];
      for (let number = 0; logins.length < count; number++) {
        const viewer = `viewer-${1 + Math.floor(number / sessionsPerPerson)}`;
        const as = { ...headers, ...headersOf(await signIn(viewer)) };
        const login = (await call("registerLiveNotification", {}, as)) as { username: string; password: string };
        for (let screen = 0; screen < screensPerSession && logins.length < count; screen++) logins.push(login);
      }
      return logins;
    },
    sendHistory: (container, messages) => sendCommitted(mqttUrl, container, messages),
    load: async (name, inputs, size) => {
      while (loadSessions.length < sessionsPerPerson) {
        // Several people, since what one person may have running at a time is limited.
        const viewer = `viewer-${1 + (loadSessions.length % loadPeople)}`;
        loadSessions.push({ ...headers, ...headersOf(await signIn(viewer)) });
      }
      const bodies = inputs.map((input) => JSON.stringify(input));
      return runLoad({ url: `${url}/api/${name}`, sessions: loadSessions, bodies, ...size });
    },
    bytesOf: (name, input = {}) => wireBytes(`${url}/api/${name}`, headers, JSON.stringify(input)),
    register: async (prefix, count) => {
      // The session may have been signed in for long.
      await call("confirmPassword", { password: "offgrid-demo" });
      const registered: Registered[] = [];
      for (let number = 1; number <= count; number++) {
        const containerId = `${prefix}-${String(number).padStart(4, "0")}`;
        const about = {
          containerId,
          name: `Container ${prefix} ${number}`,
          serialNumber: `${prefix}-${number}`,
          zoneName: "UTC",
        };
        const { data } = (await call("registerNewContainer", about)) as { data: { secret: string } };
        registered.push({ containerId, secret: data.secret });
      }
      return registered;
    },
    sendFrames: async (containers, frames) => {
      for (let first = 0; first < containers.length; first += 25) {
        const together = containers.slice(first, first + 25).map((container, place) => {
          const own = typeof frames === "function" ? frames(first + place) : frames;
          return sendCommitted(mqttUrl, container, [own]);
        });
        await Promise.all(together);
      }
    },
  };
}

function headersOf({ authToken, userId }: BenchPortal["session"]): Record<string, string> {
  return { "X-Auth-Token": authToken, "X-User-Id": userId };
}

/**
 * As a simple publisher: sends a message, waits for the portal's answer that every instant is stored, then sends the
 * next.
 */
async function sendCommitted(
  mqttUrl: string,
  { containerId, secret }: Registered,
  messages: Iterable<readonly SimpleFrame[]>,
): Promise<void> {
  const client = await connectAsync(mqttUrl, {
    clientId: containerId,
    username: containerId,
    password: secret,
    protocolVersion: 4,
  });
  try {
    await client.subscribeAsync(ackTopic.name({ containerId }), { qos: 1 });
    for (const frames of messages) {
      const waiting = new Set(frames.map(({ ts }) => ts as number));
      const committed = new Promise<void>((resolve, reject) => {
        const take = (_: string, payload: Buffer) => {
          const ack = JSON.parse(payload.toString("utf8")) as { ts?: number[]; error?: string };
          if (ack.error !== undefined) reject(new Error(`The portal refused frames of ${containerId}: ${ack.error}`));
          for (const ts of ack.ts ?? []) waiting.delete(ts);
          if (waiting.size > 0) return;
          client.off("message", take);
          resolve();
        };
        client.on("message", take);
      });
      await client.publishAsync(dataTopic.name({ containerId }), JSON.stringify(frames), { qos: 1 });
      await committed;
    }
  } finally {
    await client.endAsync();
  }
}

/** Makes calls from a process of its own. */
export async function runLoad(order: HttpLoadOrder): Promise<HttpLoadResult> {
  const child = fork(join(import.meta.dirname, "load", "http-load.ts"), { execArgv: ["--import", "tsx"] });
  const ended = once(child, "exit").then(() => undefined);
  child.send(order);
  const answer = await Promise.race([once(child, "message"), ended]);
  if (!answer) throw new Error("The load program ended before its result.");
  await ended;
  return answer[0] as HttpLoadResult;
}

/** One connection, as a browser keeps it between calls. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function packedAnswer(url: string, headers: Record<string, string>, body: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { method: "POST", agent, headers: { ...headers, "Accept-Encoding": "br" } };
    const call = request(url, options, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("end", () => {
        if (answer.statusCode === 200) resolve(Buffer.concat(pieces));
        else reject(new Error(`${url} was refused with ${answer.statusCode}.`));
      });
      answer.on("error", reject);
    });
    call.on("error", reject);
    call.end(body);
  });
}

function wireBytes(url: string, headers: Record<string, string>, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      { method: "POST", agent: false, headers: { ...headers, "Accept-Encoding": "gzip, br" } },
      (answer) => {
        answer.resume();
        answer.on("end", () => resolve(answer.socket.bytesRead));
        answer.on("error", reject);
      },
    );
    call.on("error", reject);
    call.end(body);
  });
}

export interface StartedPortal {
  /** From the start of the process to the first 200 of /ready. */
  readyAfterS: number;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts the portal as `npm start` does, and waits until it is ready. */
export async function startPortal(dataDir: string): Promise<StartedPortal> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, ["--import", "tsx", runner, "portal"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, PORT: String(port), MQTT_PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "warn" },
  });
  const ended = once(child, "exit");
  await untilReady(`http://127.0.0.1:${port}/ready`, child);
  const end = (signal: NodeJS.Signals) => async (): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  return { readyAfterS: (performance.now() - began) / 1000, stop: end("SIGTERM"), kill: end("SIGKILL") };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + readyWithinMs;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error("The portal ended before it was ready; its reason stands above.");
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill("SIGKILL");
  throw new Error(`The portal was not ready within ${readyWithinMs / 1000} s.`);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
