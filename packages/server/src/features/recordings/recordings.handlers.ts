import type { OutputOf } from "@offgrid/contract/core/call";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { recordingCalls } from "@offgrid/contract/recordings/recordings.calls";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { mayConfigure } from "../../calls/scope.ts";
import * as containers from "../containers/containers.store.ts";
import { type HistoryFile, judgedLines } from "./csv-import.ts";
import { checkCap, checkMetrics, historyFile, inspect, reportOf, slotsFor, toInstant } from "./inspect.ts";
import { diskFull, replaceReadings, spanOf } from "./replace.ts";
import { RowWriter } from "./row-writer.ts";

type ImportCall = (typeof recordingCalls)["importData"];
type Stored = NonNullable<OutputOf<ImportCall>["data"]["stored"]>;

/** Instants of conflicts that are named. */
const conflictsShown = 20;

export const recordingHandlers: Handlers<typeof recordingCalls> = {
  importData: async (input, context) => {
    const { containerId, step, mapping, file, replace } = input;
    const { actor, db, hasRoom } = context;
    await containers.mustFind(db, actor, containerId);
    checkMetrics(mapping);
    const history = await historyFile(context, file, input);
    const span = replace && spanOf(replace, mapping, history.limits.keptFromMs);
    if (span && step === "import") context.mustBeConfirmed();
    const { summary, rows } = await inspect(history);
    const report = await reportOf(history, summary, rows);
    if (step === "preview") {
      await checkCap(db, containerId, mapping);
      return { data: report };
    }
    if (!summary.isUsable || summary.counts.good === 0) return { data: report };
    const mayGoOn = mayWrite(context, containerId);
    if (!hasRoom()) throw diskFull();
    const slots = await slotsFor(db, containerId, mapping);
    if (!span) return { data: { ...report, stored: await store(context, containerId, { history, slots, mayGoOn }) } };
    const about = { history, slots, mayGoOn, ...span };
    return { data: { ...report, replaced: await replaceReadings(context, containerId, about) } };
  },
};

/** A long file goes on only while there is room, and while the person may still do so. */
function mayWrite({ db, actor, hasRoom }: Pick<CallContext, "db" | "actor" | "hasRoom">, containerId: string) {
  return async () => {
    if (!hasRoom()) throw diskFull();
    if (!(await mayConfigure(db, actor, containerId))) throw new Refusal("forbidden");
  };
}

async function store(
  { db }: Pick<CallContext, "db">,
  containerId: string,
  { history, slots, mayGoOn }: { history: HistoryFile; slots: readonly number[]; mayGoOn: () => Promise<void> },
): Promise<Stored> {
  const writer = new RowWriter({ db, containerId, nowMs: history.limits.nowMs, slots, mayGoOn });
  for await (const judged of judgedLines(history)) {
    if (judged.kind !== "good") continue;
    writer.add(judged.row);
    if (writer.isFull) await writer.write();
  }
  await writer.write();
  const { conflictsAt, ...counts } = writer.written;
  const first = [...conflictsAt].sort((one, other) => one - other).slice(0, conflictsShown);
  return { ...counts, conflictsAt: first.map(toInstant) };
}
