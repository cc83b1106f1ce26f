import type { CommandMessage, CommandResultMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { pino } from "pino";

import { MemoryBus } from "../../bus/memory.bus.ts";
import type { Db } from "../../core/db.ts";
import { testClock } from "../../testing/test-clock.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { registerContainer } from "../containers/registration.ts";
import { ControllerReports } from "../ingest/controller-reports.ts";
import * as users from "../users/users.store.ts";
import { endOverdue } from "./command-deadlines.ts";
import { commandResults } from "./command-results.ts";
import { CommandSender } from "./command-sender.ts";
import { type CommandRow, findCommands, listDue } from "./commands.store.ts";
import { giveCommand, mustGiveCommand } from "./give-command.ts";

export const containerId = "bissau";

/** The ledger on a real database, with a clock that stands still and a link that does what a test says. For tests only. */
export class LedgerBench {
  readonly database: TestDatabase;
  readonly clock = testClock();
  readonly userId: string;
  /** What left the portal. */
  readonly sent: CommandMessage[] = [];
  isReachable = true;
  /** Called between the commit of a state and what follows it; throws where the process is killed. */
  onSend: () => void = () => undefined;
  /** Called before each transaction that sends; throws where the database fails. */
  onWrite: () => void = () => undefined;
  readonly #bus: MemoryBus;
  readonly #log = pino({ level: "silent" });

  private constructor(database: TestDatabase, userId: string) {
    this.database = database;
    this.userId = userId;
    this.#bus = new MemoryBus(this.#log);
  }

  static async start(): Promise<LedgerBench> {
    const database = await testDatabase();
    const { db } = database;
    const person = { email: "amina@example.org", role: "user", passwordHash: "none", firstName: "Amina" } as const;
    const userId = (await users.insert(db, person)) as string;
    await db
      .transaction()
      .execute((tx) => registerContainer(tx, { containerId, name: "Bissau", serialNumber: "SN-1", users: [userId] }));
    return new LedgerBench(database, userId);
  }

  get tools() {
    return { bus: this.#bus, db: this.database.db, clock: this.clock, log: this.#log };
  }

  readonly write = <Result>(work: (tx: Db) => Promise<Result>) => this.database.db.transaction().execute(work);

  readonly #order = (on: boolean) =>
    ({ containerId, target: "relay.1", op: "relay.set", args: { on }, userId: this.userId }) as const;

  /** @returns the id, or undefined when a command is open. */
  give(on = true): Promise<string | undefined> {
    return this.write((tx) => giveCommand(tx, this.#order(on), this.clock.now()));
  }

  /** @throws Refusal output_busy */
  mustGive(on = true): Promise<string> {
    return this.write((tx) => mustGiveCommand(tx, this.#order(on), this.clock.now()));
  }

  /** A process that sends what it is told of; each call is a new one, as after a restart. */
  async send(...ids: string[]): Promise<void> {
    const sender = this.sender();
    sender.send(ids);
    await sender.stop();
  }

  sender(): CommandSender {
    return new CommandSender(this.tools, {
      canReach: () => this.isReachable,
      write: async (work) => {
        this.onWrite();
        return this.write(work);
      },
      sendCommand: (_, message) => {
        this.onSend();
        this.sent.push(message);
      },
    });
  }

  async answer(result: Omit<CommandResultMessage, "ts">): Promise<void> {
    const payload = Buffer.from(JSON.stringify({ ts: this.clock.now(), ...result }));
    const topic = `offgrid/1/${containerId}/cmd/res`;
    const results = new ControllerReports(commandResults(this.tools), this.tools, { write: this.write });
    await results.take({ containerId, topic, payload, isWill: false, arrivedMs: performance.now() });
  }

  /** A worker ends what is overdue. @returns how many it ended. */
  async expire(): Promise<number> {
    let ended = 0;
    for (const ref of await listDue(this.database.db, this.clock.now(), 100))
      if (await endOverdue(this.tools, ref)) ended++;
    return ended;
  }

  async read(id: string): Promise<CommandRow> {
    const [row] = await findCommands(this.database.db, [id]);
    if (!row) throw new Error(`there is no command ${id}`);
    return row;
  }
}
