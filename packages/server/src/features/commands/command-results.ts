import { commandOps } from "@offgrid/contract/commands/commands.schema";
import { CommandResultMessage } from "@offgrid/contract/telemetry/telemetry.schema";

import type { Announcement } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import type { Db } from "../../core/db.ts";
import { insertEvents } from "../events/events.store.ts";
import type { ReportKind, Unfit } from "../ingest/controller-reports.ts";
import { answerEvent } from "./answer-event.ts";
import { type CommandRow, findCommands, lockCommand, moveCommand } from "./commands.store.ts";
import { followCommand } from "./lock-steps.ts";
import { holdOutput } from "./locks.store.ts";

type Tools = Pick<FeatureBase, "clock" | "log">;

/** Answers of controllers to commands. */
export const commandResults = (tools: Tools): ReportKind<CommandResultMessage> => ({
  name: "command_results",
  schema: CommandResultMessage,
  apply: (tx, news, containerId, result) => applyResult(tools, { tx, news, containerId, result }),
});

interface Given {
  tx: Db;
  news: Announcement;
  containerId: string;
  result: CommandResultMessage;
}

async function applyResult(
  { clock, log }: Tools,
  { tx, news, containerId, result }: Given,
): Promise<Unfit | undefined> {
  const unknown = { reason: "unknown_command", detail: result.id };
  const [known] = await findCommands(tx, [result.id]);
  if (known?.containerId !== containerId) return unknown;
  await holdOutput(tx, known);
  const row = await lockCommand(tx, result.id);
  if (!row) return unknown;
  const nowMs = clock.now();
  const { event, ...detail } = answerEvent(row, result);
  const moved = await moveCommand(tx, row, event, nowMs, detail);
  if ("refusal" in moved) {
    const { id, state } = row;
    if (moved.refusal !== "repeated") log.info({ containerId, id, state, event }, "an answer changes no command");
    return undefined;
  }
  news.add("commandChanged", { commandIds: [row.id] });
  if (detail.reason === "mismatch") await warn(tx, news, row, nowMs);
  if (commandOps[row.op].kind === "lock" && moved.state !== "accepted") {
    const end = { state: moved.state, reason: detail.reason ?? null };
    if (await followCommand(tx, row, end, nowMs)) news.add("locksChanged", { containerIds: [containerId] });
  }
  return undefined;
}

/** Equipment that does not do what it was set to may be stuck. */
async function warn(
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
