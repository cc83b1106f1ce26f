import type { CommandEvent } from "@offgrid/contract/commands/command-moves";
import { type CommandReason, commandOps } from "@offgrid/contract/commands/commands.schema";

import { announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import { mayStill } from "../../calls/scope.ts";
import { type Db, reasonOf } from "../../core/db.ts";
import type { IngestSide } from "../ingest/ingest-side.ts";
import { findOthersAtWork } from "../works/works.store.ts";
import { type CommandRef, type CommandRow, lifeMs, listQueued, lockCommand, moveCommand } from "./commands.store.ts";
import { followCommand } from "./lock-steps.ts";
import { findLock, holdOutput, noteLockSent } from "./locks.store.ts";

type Tools = Pick<FeatureBase, "bus" | "db" | "clock" | "log">;

/** What the database would not take is tried again after so long. */
const againMs = 1_000;

/**
 * Sends commands from the process that has the controllers' connections. A command is `sent` in the database before it
 * leaves: if the process is killed in between, the command was sent to nobody and ends as `unknown`, whereas one that
 * had left without a trace would end as `expired` although it was carried out. It only sends what it is told of when it
 * is given, so that a start sends nothing of the time before. What the database fails at is tried again until the
 * command's time is over, and holds up no other command.
 */
export class CommandSender {
  readonly #tools: Tools;
  readonly #side: Pick<IngestSide, "canReach" | "sendCommand" | "write">;
  readonly #waiting = new Set<NodeJS.Timeout>();
  #sending: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(tools: Tools, side: Pick<IngestSide, "canReach" | "sendCommand" | "write">) {
    this.#tools = tools;
    this.#side = side;
  }

  send(commandIds: readonly string[]): void {
    this.#sendUntil(commandIds, this.#tools.clock.now() + lifeMs);
  }

  /** Resolves when nothing is being sent; nothing is tried again. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#waiting) clearTimeout(timer);
    await this.#sending;
  }

  #sendUntil(commandIds: readonly string[], untilMs: number): void {
    this.#sending = this.#sending.then(async () => {
      const left = await this.#sendAll(commandIds);
      if (left.length === 0 || this.#isStopped || this.#tools.clock.now() >= untilMs) return;
      const timer = setTimeout(() => {
        this.#waiting.delete(timer);
        this.#sendUntil(left, untilMs);
      }, againMs);
      this.#waiting.add(timer);
    });
  }

  /** @returns those that failed. Of these, what was noted as sent nevertheless does not leave any more. */
  async #sendAll(commandIds: readonly string[]): Promise<string[]> {
    const failed: string[] = [];
    const fail = (error: unknown, ids: readonly string[]) => {
      this.#tools.log.warn({ reason: reasonOf(error), commandIds: ids }, "commands could not be sent yet");
      failed.push(...ids);
    };
    const queued = await listQueued(this.#tools.db, commandIds).catch((error: unknown) => fail(error, commandIds));
    for (const ref of queued ?? []) await this.#sendOne(ref).catch((error: unknown) => fail(error, [ref.id]));
    return failed;
  }

  async #sendOne(ref: CommandRef): Promise<void> {
    const { bus, clock } = this.#tools;
    const row = await announced<CommandRow | undefined>(bus, this.#side.write, async (tx, news) => {
      await holdOutput(tx, ref);
      const queued = await lockCommand(tx, ref.id);
      if (queued?.state !== "queued") return undefined;
      const nowMs = clock.now();
      const obstacle = await this.#obstacleTo(tx, queued, nowMs);
      news.add("commandChanged", { commandIds: [queued.id] });
      if (!obstacle) {
        await moveCommand(tx, queued, "send", nowMs);
        if (queued.op !== "lock.set") return queued;
        // On site stands whose lock it is, also where the portal asks for it to make sure.
        return { ...queued, userId: (await noteLockSent(tx, queued)) ?? queued.userId };
      }
      const moved = await moveCommand(tx, queued, obstacle.event, nowMs, obstacle);
      if ("state" in moved && commandOps[queued.op].kind === "lock") {
        await followCommand(tx, queued, { state: moved.state, reason: obstacle.reason }, nowMs);
        news.add("locksChanged", { containerIds: [queued.containerId] });
      }
      return undefined;
    });
    if (!row) return;
    const { id, containerId, op, target, args, createdAt, expiresAt, userId } = row;
    const times = { iat: createdAt.getTime(), exp: expiresAt.getTime() };
    this.#side.sendCommand(containerId, { id, op, target, args, ...times, by: userId });
  }

  /** Everything that was true when the command was given has to be true still. */
  async #obstacleTo(
    tx: Db,
    row: CommandRow,
    nowMs: number,
  ): Promise<{ event: CommandEvent; reason: CommandReason } | undefined> {
    if (nowMs >= row.expiresAt.getTime()) return { event: "timeout", reason: "not_sent" };
    if (!this.#side.canReach(row.containerId)) return { event: "withdraw", reason: "offline" };
    // A lock that was asked for protects somebody, and a release was allowed and audited when it was asked for: both may
    // take days to reach the controller, and stand whatever has become of the one who asked.
    if (commandOps[row.op].kind === "lock") return undefined;
    if (!(await mayStill(tx, "control", row, row.containerId))) return { event: "withdraw", reason: "rights" };
    if (await findOthersAtWork(tx, row)) return { event: "withdraw", reason: "works" };
    return (await findLock(tx, row)) ? { event: "withdraw", reason: "locked" } : undefined;
  }
}
