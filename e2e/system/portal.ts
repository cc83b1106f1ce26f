/** A portal as `npm start` runs it, and a test's people and containers on it. */
import { existsSync } from "node:fs";
import { join } from "node:path";

import { type Database, openDatabase } from "@offgrid/server/core/db";
import { openLog } from "@offgrid/server/core/log";
import { findEmbeddedPostgres } from "@offgrid/server/postgres/embedded-postgres";
import { prepareDataFolder } from "@offgrid/server/testing/prepared-data";

import { atEnd } from "./ending.ts";
import { type Program, runFile, runToEnd } from "./programs.ts";

export interface PortalProcess extends Program {
  url: string;
  mqttUrl: string;
}

export interface Registered {
  containerId: string;
  secret: string;
}

/** Calls of one person who has signed in. */
export interface Caller {
  call<Answer>(name: string, input?: object): Promise<Answer>;
  /** The same session at the address of the portal after a restart. */
  at(url: string): Caller;
}

/**
 * Starts the portal on a DATA_DIR and waits until it is ready.
 * @param options.isPrepared Gives a new DATA_DIR a prepared database, which spares the portal a first start.
 */
export async function startPortal(
  dataDir: string,
  env: Record<string, string> = {},
  { isPrepared = true } = {},
): Promise<PortalProcess> {
  if (isPrepared && !existsSync(join(dataDir, "postgres"))) await prepareDataFolder(dataDir);
  const program = runFile("portal", [], {
    env: { DATA_DIR: dataDir, OUTSIDE_SERVICES: "off", ...env },
  });
  const [line] = await program.says(/^\{.*"the portal runs".*$/m);
  const { url, mqttPort } = JSON.parse(line) as { url: string; mqttPort: number };
  return { ...program, url, mqttUrl: `mqtt://127.0.0.1:${mqttPort}` };
}

/** Registers a container with the command line of the server. */
export async function register(dataDir: string, name: string, zone = "UTC"): Promise<Registered> {
  const { code, output } = await runToEnd("administer", ["containers", "add", "--name", name, "--zone", zone], {
    env: { DATA_DIR: dataDir },
  });
  const [, containerId, secret] = /^container\s+(\S+)\nsecret\s+(\S+)$/m.exec(output) ?? [];
  if (code !== 0 || containerId === undefined || secret === undefined) throw new Error(`Not registered: ${output}`);
  return { containerId, secret };
}

/** Adds a person with the command line of the server, and signs in. */
export async function addPerson(
  dataDir: string,
  url: string,
  { email, role, first = "" }: { email: string; role: string; first?: string },
): Promise<Caller> {
  const { output } = await runToEnd("administer", ["people", "add", email, "--role", role, "--first", first], {
    env: { DATA_DIR: dataDir },
  });
  const password = /^password\s+(\S+)$/m.exec(output)?.[1];
  if (password === undefined) throw new Error(`Not added: ${output}`);
  return signIn(url, email, password);
}

export function addAdministrator(dataDir: string, url: string): Promise<Caller> {
  return addPerson(dataDir, url, { email: "ada@example.org", role: "super_admin", first: "Ada" });
}

/** @throws Error with the portal's answer when a call is refused. */
export async function signIn(url: string, email: string, password: string): Promise<Caller> {
  const { authToken, userId } = await callAs(url, {})<{ authToken: string; userId: string }>("login", {
    email,
    password,
  });
  const headers = { "X-Auth-Token": authToken, "X-User-Id": userId };
  const at = (address: string): Caller => ({ call: callAs(address, headers), at });
  return at(url);
}

function callAs(url: string, headers: Record<string, string>): Caller["call"] {
  return async <Answer>(name: string, input: object = {}): Promise<Answer> => {
    const answer = await fetch(`${url}/api/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(input),
    });
    const body: unknown = await answer.json();
    if (!answer.ok) throw new Error(`/${name} was refused: ${JSON.stringify(body)}`);
    return body as Answer;
  };
}

/** Two connections of this test to the database that a portal runs in its DATA_DIR. */
export async function databaseOf(dataDir: string): Promise<Database> {
  const log = openLog("silent");
  const address = await findEmbeddedPostgres(dataDir, log);
  if (!address) throw new Error(`No database runs in ${dataDir}.`);
  const database = openDatabase(address, log, 2);
  atEnd(() => database.close());
  return database;
}

/** Does a statement with these words wait for what somebody else holds? */
export async function waitsForLock({ pool }: Database, words: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    "select 1 from pg_stat_activity where wait_event_type = 'Lock' and strpos(query, $1) > 0",
    [words],
  );
  return rowCount !== 0;
}

/** Registers containers for a ledger: names with their number, in a zone of its own. */
export async function registerMany(
  caller: Caller,
  prefix: string,
  count: number,
  zoneName = "UTC",
): Promise<Registered[]> {
  const registered: Registered[] = [];
  for (let number = 1; number <= count; number++) {
    const input = { name: `${prefix} ${number}`, serialNumber: `${prefix}-${number}`, zoneName };
    registered.push((await caller.call<{ data: Registered }>("registerNewContainer", input)).data);
  }
  return registered;
}

/** Figures of `/metrics` by name, without their prefix. */
export async function figures(url: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Object.fromEntries(
    text
      .trim()
      .split("\n")
      .map((line) => line.split(" "))
      .map(([name = "", value]) => [name.replace(/^offgrid_/, ""), Number(value)]),
  );
}

/** Latest values of a container. */
export async function liveValues(
  caller: Caller,
  containerId: string,
): Promise<Record<string, { value: number; at: string }>> {
  const { data } = await caller.call<{ data: { values: Record<string, { value: number; at: string }> } }>(
    "getContainerLiveData",
    { containerId },
  );
  return data.values;
}

/** Single readings of some metrics of a container. */
export async function rawPoints(
  caller: Caller,
  containerId: string,
  metrics: readonly string[],
  range: { from: number; to: number },
): Promise<{ t: number[]; series: (number | null)[][] }> {
  const series = metrics.map((metric) => ({ containerId, metric }));
  const { data } = await caller.call<{ data: { t: number[]; series: (number | null)[][] } }>("getChartData", {
    ...range,
    groupBy: "raw",
    series,
  });
  return data;
}
