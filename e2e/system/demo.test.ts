/** The demonstration from its first start to Ctrl-C, with kill -9 in between, which leaves nothing either, as whoever runs the tests and as a plain user. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";

import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import type { EnergyLevel } from "@offgrid/contract/energy-state/energy-state.schema";
import { expect, onTestFinished, test } from "vitest";

import { countStates, needsAttention } from "../../packages/web/src/domain/containers/fleet-facts.ts";
import type { Incident } from "../../packages/web/src/domain/incidents/incidents.data.ts";
import {
  besideIncidents,
  inOrder,
  shownNeeds,
  type Trouble,
} from "../../packages/web/src/features/dashboard/beside-incidents.ts";
import { type Caller, rawPoints, signIn } from "./portal.ts";
import {
  postgresPid,
  processesIn,
  type Program,
  root,
  run,
  runFile,
  runToEnd,
  temporaryFolder,
  until,
} from "./programs.ts";

/** Those of the fleet, and one that has never connected. */
const containers = 13;
/** Two of the fleet are made to have trouble: they need not be there at any given moment. */
const steadyContainers = 10;

interface User {
  uid: number;
  gid: number;
}
interface Demo extends Program {
  /** When it said that it runs, as `performance.now` has it. */
  readyMs: number;
  url: string;
  mqttPort: number;
  ada: Caller;
}

/** So many days of history and a begun one are enough for a forecast. */
const daysToForecast = "9";
const noWeb = ["--no-web"];

/** Starts the demonstration, with the web app left as it is: this is about processes. */
async function startDemo(how: "npm" | "node", folder: string, user?: User, days = "1"): Promise<Demo> {
  const options = {
    // Everything that npm and the programs write on the side goes to the folder, too.
    env: { DATA_DIR: join(folder, "demo"), HISTORY_DAYS: days, HOME: folder, TMPDIR: folder },
    isGroup: true,
    ...(user && { user }),
  };
  const program =
    how === "npm" ? run("npm", ["run", "--silent", "demo", "--", ...noWeb], options) : runFile("demo", noWeb, options);
  await program.says(/Ctrl-C stops everything/);
  const readyMs = performance.now();
  const [, url = ""] = await program.says(/Offgrid Portal, demo\s+(http:\S+)/);
  const [, mqttPort = ""] = await program.says(/mqtt:\/\/127\.0\.0\.1:(\d+)/);
  const ada = await signIn(url, "super_admin@demo.offgrid", "offgrid-demo");
  return { ...program, readyMs, url, mqttPort: Number(mqttPort), ada };
}

async function containersOf({ ada }: Demo): Promise<ContainerRow[]> {
  return (await ada.call<{ data: ContainerRow[] }>("getSitesV2")).data;
}

/** Waits until the fleet is there with values that were measured after an instant. */
async function untilFleetIsLive(demo: Demo, sinceMs: number): Promise<void> {
  const isLive = async () => {
    const rows = await containersOf(demo);
    const live = rows.filter(
      ({ status, soc, solarPower, valuesAt }) =>
        status === "online" && soc !== null && solarPower !== null && Date.parse(valuesAt ?? "") >= sinceMs,
    );
    return rows.length === containers && live.length >= steadyContainers;
  };
  await until("the fleet is online with new values", isLive, { everyMs: 500 });
}

/** Waits until the fuel of a generator has a price, so that the demonstration shows money. */
async function untilPriced({ ada }: Demo): Promise<void> {
  await until("fuel has a price", async () => {
    const { data } = await ada.call<{ data: object | null }>("getEnergyPrices", { containerId: "agadez" });
    return data !== null;
  });
}

/** Waits for the warning that comes at any hour, and for what the channels say of the first warnings. */
async function untilWarned({ ada }: Demo, outbox: string): Promise<void> {
  await until("the ice machine is warned of", async () => {
    const { total } = await ada.call<{ total: number }>("getWarningHistory", { search: "Ice machine running" });
    return total > 0;
  });
  for (const ending of [".eml", ".webhook.json"])
    await until(
      `a ${ending} is sent`,
      () => existsSync(outbox) && readdirSync(outbox).some((name) => name.endsWith(ending)),
    );
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** Whoever tries the portal waits no longer for what it is about; a promise of the demonstration, whatever runs beside it. */
const showsWithinMs = 120_000;

/** What an operator has to tell apart at once, by the states that count as each. */
const statesOfEnergy: Record<string, readonly EnergyLevel[]> = {
  "loads are cut": ["cut"],
  "loads will be cut": ["cut_ahead"],
  "the charge is not known": ["unknown"],
  "its generator is needed, or runs": ["generator_ahead", "generator_running"],
  "all is well": ["full", "charging", "normal"],
};
/** Nobody has to look after them: the first screen counts them, and has no card of theirs. */
const calmLevels: readonly EnergyLevel[] = ["generator_running", "full", "charging", "normal"];

/** The states on the first screen of a wide window: counted at its top and, where somebody is needed, with a card below. */
async function firstScreen(demo: Demo): Promise<ReadonlySet<EnergyLevel>> {
  const [rows, { data: incidents }] = await Promise.all([
    containersOf(demo),
    demo.ada.call<{ data: Incident[] }>("incidentList", { state: "going_on", pageSize: 200 }),
  ]);
  const counts = countStates(rows);
  const now = Date.now();
  const connected = rows.filter(({ lastSeen }) => lastSeen !== null);
  const needs = besideIncidents(needsAttention(connected, now), incidents);
  const cards = inOrder(incidents, needs, connected, now).slice(0, shownNeeds.wide).flatMap(idsOn);
  const levels = Object.values(statesOfEnergy).flat();
  const ofCard = new Set(
    rows.filter(({ containerId }) => cards.includes(containerId)).map(({ energy }) => energy.level),
  );
  return new Set(levels.filter((level) => counts[level] > 0 && (calmLevels.includes(level) || ofCard.has(level))));
}

function idsOn(card: Trouble): readonly string[] {
  if ("container" in card) return [card.container.containerId];
  return "incidents" in card ? [card.containerId] : card.containerIds;
}

async function showsEachState(demo: Demo): Promise<void> {
  for (const [sentence, levels] of Object.entries(statesOfEnergy)) {
    await until(
      `within two minutes the first screen has a container of which ${sentence}`,
      async () => {
        const shown = await firstScreen(demo);
        return levels.some((level) => shown.has(level));
      },
      { everyMs: 1_000, withinMs: demo.readyMs + showsWithinMs - performance.now() },
    );
  }
}

interface Lived {
  folder: string;
  /** Another start shows what the first one did. */
  expectSameHistory: (demo: Demo) => Promise<void>;
}

interface Life {
  user?: User;
  /** Days of history at the first start. */
  days?: string;
  /** Done from its start on, before it is killed. */
  look?: (demo: Demo) => Promise<void>;
}

/** From the first start over a kill to Ctrl-C. */
async function lifeOfADemo({ user, days, look }: Life): Promise<Lived> {
  const folder = await temporaryFolder({ owner: user });
  const dataDir = join(folder, "demo");

  const first = await startDemo("node", folder, user, days);
  const looked = look?.(first);
  // Awaited below; until then nobody else hears that it failed.
  looked?.catch(() => {});
  await untilFleetIsLive(first, 0);
  await first.says(/The fleet's history is complete/);
  const [containerId] = (await containersOf(first)).map(({ id }) => id);
  const range = { from: Date.now() - 86_400_000, to: Date.now() - 3_600_000 };
  const history = ({ ada }: Demo) => rawPoints(ada, containerId ?? "", ["battery.soc", "solar.power"], range);
  const before = await history(first);
  // A frame every five minutes.
  expect(before.t.length).toBeGreaterThanOrEqual(275);

  await untilWarned(first, join(dataDir, "outbox"));
  await untilPriced(first);
  await looked;

  expect(postgresPid(dataDir)).toBeDefined();
  process.kill(first.pid, "SIGKILL");
  await first.ended;
  // The fleet has nobody left to send for, and the database nobody to keep it.
  await until("all that it started has ended", () => processesIn(folder).length === 0);
  await leavesNothing(first, folder);

  const restartedAtMs = Date.now();
  const second = await startDemo("npm", folder, user);
  await untilFleetIsLive(second, restartedAtMs);
  const expectSameHistory = async (demo: Demo) => expect(await history(demo)).toEqual(before);
  await expectSameHistory(second);

  await pressCtrlC(second);
  await leavesNothing(second, folder);
  return { folder, expectSameHistory };
}

/** Ctrl-C reaches every process of the terminal's group: npm, its shell, the portal and the fleet. */
function pressCtrlC(demo: Demo): Promise<number | null> {
  process.kill(-demo.pid, "SIGINT");
  return demo.ended;
}

async function leavesNothing(demo: Demo, folder: string): Promise<void> {
  expect(processesIn(folder)).toEqual([]);
  expect(await answers(Number(new URL(demo.url).port))).toBe(false);
  expect(await answers(demo.mqttPort)).toBe(false);
  expect(readdirSync(join(folder, "demo")).filter((name) => name.endsWith(".lock"))).toEqual([]);
  expect(readdirSync(join(folder, "demo/postgres/data")).filter((name) => name.endsWith(".pid"))).toEqual([]);
}

/** A user without any rights whom root can become, where that user can read the repository. */
function plainUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  try {
    const [uid, gid] = ["-u", "-g"].map((which) => Number(execFileSync("id", [which, "nobody"], { encoding: "utf8" })));
    const user = { uid: uid as number, gid: gid as number };
    execFileSync(process.execPath, ["-e", ""], { ...user, cwd: root });
    return user;
  } catch {
    return undefined;
  }
}
const plain = plainUser();
const limit = { timeout: 600_000 };

const canSeeProcesses = existsSync("/proc/self/stat");

test.skipIf(!canSeeProcesses)(
  "the demo comes up with its fleet, whose first screen has each state of energy that an operator has to tell apart within two minutes, again after kill -9, and Ctrl-C leaves nothing behind (needs Linux)",
  limit,
  async () => {
    const { folder, expectSameHistory } = await lifeOfADemo({ days: daysToForecast, look: showsEachState });
    // npm ends by the signal itself; the program ends well, also when it has hardly begun.
    const third = await startDemo("node", folder);
    await expectSameHistory(third);
    expect(await pressCtrlC(third)).toBe(0);
    await leavesNothing(third, folder);
  },
);

test.skipIf(plain === undefined || !canSeeProcesses)(
  "the same as a user without rights (needs Linux and root, who can become one, and a repository that everyone may read)",
  limit,
  async () => void (await lifeOfADemo({ user: plain })),
);

test("a demo that cannot be says why in one sentence and leaves neither fleet nor database behind", limit, async () => {
  const folder = await temporaryFolder();
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const cases: [env: Record<string, string>, sentence: RegExp, isBegun: boolean][] = [
    [{ HOST: "0.0.0.0" }, /^The demo has accounts .* HOST is "0\.0\.0\.0"/, false],
    [{ HISTORY_DAYS: "many" }, /^HISTORY_DAYS is "many": give a whole number/, false],
    [{ LOG_LEVEL: "loud" }, /^The environment variable LOG_LEVEL is "loud"/, false],
    [{ PORT: String(port) }, new RegExp(`^Port ${port} on 127.0.0.1 is taken .* PORT`), true],
    [{ MQTT_PORT: String(port) }, new RegExp(`${port}.*MQTT_PORT`), true],
  ];
  for (const [env, sentence, isBegun] of cases) {
    const dataDir = join(folder, Object.keys(env).join());
    const { code, output } = await runToEnd("demo", noWeb, { env: { DATA_DIR: dataDir, ...env } });
    expect(output.trim().split("\n")).toEqual([expect.stringMatching(sentence)]);
    expect(code).toBe(1);
    expect(processesIn(dataDir)).toEqual([]);
    expect(postgresPid(dataDir)).toBeUndefined();
    expect(readdirSync(folder).includes(Object.keys(env).join())).toBe(isBegun);
    // No container, no secret: a start that fails has seeded nothing.
    if (isBegun) expect(readdirSync(dataDir).sort()).toEqual(["portal.key", "postgres"]);
  }
});
