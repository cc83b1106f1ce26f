import { commandOps } from "@offgrid/contract/commands/commands.schema";
import { CommandResultMessage } from "@offgrid/contract/telemetry/telemetry.schema";

import type { UpMessage } from "../../broker/broker.types.ts";
import { type Announcement, announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import type { Db } from "../../core/db.ts";
import { insertEvents } from "../events/events.store.ts";
import type { ControllerAnswers, IngestSide } from "../ingest/ingest-side.ts";
import { readPayload } from "../ingest/payload.ts";
import { saveRejected } from "../ingest/telemetry.store.ts";
import { answerEvent } from "./answer-event.ts";
import { type CommandRow, findCommands, lockCommand, moveCommand } from "./commands.store.ts";
import { followCommand } from "./lock-steps.ts";
import { holdOutput } from "./locks.store.ts";

type Tools = Pick<FeatureBase, "bus" | "clock" | "log">;

/** Answers of controllers to commands, each stored before it is acknowledged. */
export class CommandResults implements ControllerAnswers {
  readonly #tools: Tools;
  readonly #side: Pick<IngestSide, "write">;
  #taken = 0;
  #refused = 0;

  constructor(tools: Tools, side: Pick<IngestSide, "write">) {
    this.#tools = tools;
    this.#side = side;
  }

  metrics(): Record<string, number> {
    return { command_results_total: this.#taken, command_results_refused_total: this.#refused };
  }

  async take(message: UpMessage): Promise<void> {
    const parsed = CommandResultMessage.safeParse(await readPayload(message.payload));
    if (!parsed.success) return this.#refuse(message, "schema", parsed.error.issues[0]?.path.join(".") ?? null);
    const isKnown = await announced<boolean>(this.#tools.bus, this.#side.write, (tx, news) =>
      this.#apply(tx, news, message.containerId, parsed.data),
    );
    if (!isKnown) return this.#refuse(message, "unknown_command", parsed.data.id);
    this.#taken++;
  }

  /** @returns whether the portal has given this command to this container. */
  async #apply(tx: Db, news: Announcement, containerId: string, result: CommandResultMessage): Promise<boolean> {
    const { clock, log } = this.#tools;
    const [known] = await findCommands(tx, [result.id]);
    if (known?.containerId !== containerId) return false;
    await holdOutput(tx, known);
    const row = await lockCommand(tx, result.id);
    if (!row) return false;
    const nowMs = clock.now();
    const { event, ...detail } = answerEvent(row, result);
    const moved = await moveCommand(tx, row, event, nowMs, detail);
    if ("refusal" in moved) {
      const { id, state } = row;
      if (moved.refusal !== "repeated") log.info({ containerId, id, state, event }, "an answer changes no command");
      return true;
    }
    news.add("commandChanged", { commandIds: [row.id] });
    if (detail.reason === "mismatch") await this.#warn(tx, news, row, nowMs);
    if (commandOps[row.op].kind === "lock" && moved.state !== "accepted") {
      const end = { state: moved.state, reason: detail.reason ?? null };
      if (await followCommand(tx, row, end, nowMs)) news.add("locksChanged", { containerIds: [containerId] });
    }
    return true;
  }

  /** Equipment that does not do what it was set to may be stuck. */
  async #warn(
    tx: Db,
    news: Announcement,
    { id, containerId, target, wanted }: CommandRow,
    nowMs: number,
  ): Promise<void> {
    const data = { command: id, wanted };
    const event = { ts: nowMs, code: "command.mismatch", level: "warning", device: target, data } as const;
    const events = await insertEvents(tx, [{ containerId, boot: null, seq: null, event }], nowMs);
    news.add("eventRaised", { eventIds: events.map((one) => one.id) });
  }

  async #refuse({ containerId, topic }: UpMessage, reason: string, detail: string | null): Promise<void> {
    this.#refused++;
    const nowMs = this.#tools.clock.now();
    await this.#side.write((tx) => saveRejected(tx, [{ containerId, topic, reason, detail }], nowMs));
  }
}
