import { testReadOp, TestReadMessage } from "@offgrid/contract/telemetry/device-reading.schema";
import { testReadTopic } from "@offgrid/contract/telemetry/telemetry.topics";

import { defineFeature, type FeatureBase } from "../../calls/feature.ts";
import { mayStill } from "../../calls/scope.ts";
import { type Db, reasonOf } from "../../core/db.ts";
import { ControllerReports, type ReportKind } from "../ingest/controller-reports.ts";
import type { IngestSide } from "../ingest/ingest-side.ts";
import { lockRead, noteFailed, noteRead, noteSent, type TestReadReason, type TestReadRow } from "./test-reads.store.ts";

export const deviceTypesFeature = defineFeature((base) => ({
  subscriptions: { ingest: (side) => serveControllers(base, side) },
}));

/** What only the process with the controllers' connections does. */
function serveControllers(base: FeatureBase, side: IngestSide): () => Promise<void> {
  const { bus, log } = base;
  let sending: Promise<void> = Promise.resolve();
  side.serveAnswers(testReadTopic, new ControllerReports(testReadAnswers(base), base, side));
  const end = bus.subscribe("testReadQueued", ({ testReadIds }) => {
    for (const id of testReadIds)
      sending = sending
        .then(() => sendRead(base, side, id))
        .catch((error: unknown) => log.warn({ reason: reasonOf(error), testReadId: id }, "a test read was not sent"));
  });
  return async () => {
    end();
    await sending;
    side.serveAnswers(testReadTopic, undefined);
  };
}

/** One that could not be sent is over in half a minute: whoever waits for it asks again. */
async function sendRead({ clock }: FeatureBase, side: IngestSide, id: string): Promise<void> {
  const sent = await side.write(async (tx) => {
    const row = await lockRead(tx, id);
    if (row?.state !== "queued") return undefined;
    const obstacle = await obstacleTo(tx, side, row, clock.now());
    await (obstacle ? noteFailed(tx, id, obstacle) : noteSent(tx, id));
    return obstacle ? undefined : row;
  });
  if (!sent) return;
  const { containerId, deviceId, askedAt, expiresAt, userId } = sent;
  const times = { iat: askedAt.getTime(), exp: expiresAt.getTime() };
  side.sendCommand(containerId, { id, op: testReadOp, target: deviceId, args: {}, ...times, by: userId });
}

/** Everything that was true when it was asked for has to be true still. */
async function obstacleTo(
  tx: Db,
  side: IngestSide,
  row: TestReadRow,
  nowMs: number,
): Promise<TestReadReason | undefined> {
  if (nowMs >= row.expiresAt.getTime()) return "no_answer";
  if (!side.canReach(row.containerId)) return "offline";
  return (await mayStill(tx, "device", row, row.containerId)) ? undefined : "rights";
}

/** What controllers say that their devices said. */
const testReadAnswers = ({ clock, log }: Pick<FeatureBase, "clock" | "log">): ReportKind<TestReadMessage> => ({
  name: "test_reads",
  schema: TestReadMessage,
  apply: async (tx, _news, containerId, { id, error, values }) => {
    const row = await lockRead(tx, id);
    if (row?.containerId !== containerId) return { reason: "unknown_test_read", detail: id };
    const nowMs = clock.now();
    if (row.state !== "sent" || row.expiresAt.getTime() <= nowMs)
      log.info({ containerId, id, state: row.state }, "an answer changes no test read");
    else if (error) await noteFailed(tx, id, error, nowMs);
    else await noteRead(tx, id, values, nowMs);
    return undefined;
  },
});
