/** A portal of one phase, in folders of its own, with the people and containers that the phase needs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { type Verdict, auditPortal } from "../ledger/auditor.ts";
import { type RawSender, startRawSender } from "../ledger/raw-sender.ts";
import { type Witness, type WitnessOptions, settle, startWitness } from "../ledger/witness.ts";
import {
  type Caller,
  type Registered,
  addAdministrator,
  figures,
  registerMany,
  startPortal,
} from "../system/portal.ts";
import { freeFixedPort, postgresPid, temporaryFolder, until } from "../system/programs.ts";

export class Stage {
  readonly dataDir: string;
  readonly #folder: string;
  readonly #env: Record<string, string>;
  #portal: Awaited<ReturnType<typeof startPortal>>;
  #caller: Caller | undefined;
  #members = 0;

  private constructor(
    folder: string,
    dataDir: string,
    env: Record<string, string>,
    portal: Awaited<ReturnType<typeof startPortal>>,
  ) {
    this.#folder = folder;
    this.dataDir = dataDir;
    this.#env = env;
    this.#portal = portal;
  }

  /** @param on Folder of the disk for the portal's data. */
  static async open(env: Record<string, string> = {}, on?: string): Promise<Stage> {
    const folder = await temporaryFolder();
    const dataDir = on === undefined ? join(folder, "portal") : await temporaryFolder({ inside: on });
    // Fixed, since controllers come back to it.
    const settings = { MQTT_PORT: String(await freeFixedPort()), LOG_LEVEL: "info", ...env };
    const stage = new Stage(folder, dataDir, settings, await startPortal(dataDir, settings));
    stage.#caller = await addAdministrator(dataDir, stage.url);
    return stage;
  }

  get url(): string {
    return this.#portal.url;
  }
  get mqttPort(): number {
    return Number(this.#env["MQTT_PORT"]);
  }
  get mqttUrl(): string {
    return `mqtt://127.0.0.1:${this.mqttPort}`;
  }
  /** Everything that the portal has printed since its last start. */
  get said(): string {
    return this.#portal.output();
  }
  get pid(): number {
    return this.#portal.pid;
  }
  get hasEnded(): boolean {
    return this.#portal.child.exitCode !== null || this.#portal.child.signalCode !== null;
  }
  /** Did its database ever start with something to recover, as after an end that was not clean? */
  get hasRecovered(): boolean {
    const log = readFileSync(join(this.dataDir, "postgres/server.log"), "utf8");
    return /was not properly shut down|was interrupted/.test(log);
  }
  get controllers(): string {
    return join(this.#folder, "controllers");
  }
  /** Calls of a super administrator. */
  get caller(): Caller {
    if (!this.#caller) throw new Error("The stage is not open yet.");
    return this.#caller.at(this.url);
  }

  register(prefix: string, count: number): Promise<Registered[]> {
    return registerMany(this.caller, prefix, count);
  }

  async witnesses(prefix: string, count: number, options: Partial<WitnessOptions> = {}): Promise<Witness[]> {
    const registered = await this.register(prefix, count);
    const started: Witness[] = [];
    for (const one of registered) {
      const about = { url: this.mqttUrl, folder: this.controllers, ...options };
      started.push(await startWitness(one, this.#members++, about));
    }
    return started;
  }

  async senders(prefix: string, count: number): Promise<RawSender[]> {
    const registered = await this.register(prefix, count);
    return Promise.all(registered.map((one) => startRawSender(one, { url: this.mqttUrl, folder: this.controllers })));
  }

  /** kill -9 of the portal alone; its database ends after a moment, unless the portal is started again within it. */
  async kill(): Promise<void> {
    this.#portal.child.kill("SIGKILL");
    await this.#portal.ended;
  }

  async start(): Promise<void> {
    this.#portal = await startPortal(this.dataDir, this.#env);
  }

  /** Process number of the running PostgreSQL. */
  get postgres(): number {
    const pid = postgresPid(this.dataDir);
    if (pid === undefined) throw new Error("The database does not run.");
    return pid;
  }

  figures(): Promise<Record<string, number>> {
    return figures(this.url);
  }

  async isReady(): Promise<boolean> {
    return (await fetch(`${this.url}/ready`)).status === 200;
  }

  /** Resident memory of the portal, MiB; NaN where the system does not report it. */
  memoryMib(): number {
    try {
      const text = readFileSync(`/proc/${this.pid}/status`, "utf8");
      return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1]) / 1024);
    } catch {
      return Number.NaN;
    }
  }

  /** Waits until every one of them has had more acknowledged. */
  async served(witnesses: readonly Witness[], frames = 4): Promise<void> {
    const before = witnesses.map(({ ledger }) => ledger.count);
    await until("every controller is served", () =>
      witnesses.every(({ ledger }, index) => ledger.count >= (before[index] ?? 0) + frames),
    );
  }

  /** Stops measuring, waits for the last answers and compares. Everything that was measured must be acknowledged. */
  async audit(witnesses: readonly Witness[], senders: readonly RawSender[] = []): Promise<Verdict> {
    await settle(witnesses, until);
    const books = [...witnesses, ...senders].map(({ ledger, measured }) => ({ path: ledger.path, measured }));
    const verdict = await auditPortal(this.dataDir, books);
    const measured = books.reduce((sum, book) => sum + book.measured.size, 0);
    if (verdict.frames !== measured)
      throw new Error(`Of ${measured} measured frames only ${verdict.frames} were acknowledged.`);
    return verdict;
  }
}

/** Fails the phase with a sentence unless the promise is kept. */
export function promise(sentence: string, isKept: boolean): void {
  if (!isKept) throw new Error(`Not kept: ${sentence}.`);
}
