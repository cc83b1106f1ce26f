import { expect, test, vi } from "vitest";

import { undoReplacement } from "../../history/tiers/undo-replacement.store.ts";
import { cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import type { Question } from "./recordings.fixture.ts";

const minute = 60_000;
const hour = 60 * minute;
const now = Date.UTC(2026, 5, 10, 12);
const clock = testClock(now);
await thePortal({ clock });

/** A constant power every five minutes from the one hour of the day to the other. */
const file = (fromHour: number, toHour: number, watts: number) => {
  const midnight = Date.UTC(2026, 5, 10);
  const lines: string[] = ["at,solar.power"];
  for (let atMs = midnight + fromHour * hour; atMs <= midnight + toHour * hour; atMs += 5 * minute)
    lines.push(`${atMs},${watts}`);
  return lines.join("\n");
};
const mapping: Question["mapping"] = {
  time: { column: "at", format: "epoch-ms" },
  columns: [{ column: "solar.power", metric: "solar.power" }],
};

test("the energy of today follows readings that are imported into it, that complete it, that replace it, and that are put back", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["today-imported"] } });
  const question = { containerId: "today-imported", mapping, step: "import" as const };
  const isToday = async (wh: number) => {
    // Days are computed again every ten seconds at most.
    clock.advance(11_000);
    await vi.waitFor(
      async () => {
        const { data } = await amina.call("getSitesV2", {});
        expect(data[0]?.solarGeneration).toBeCloseTo(wh, 3);
      },
      { timeout: 20_000, interval: 200 },
    );
  };
  await amina.call("importData", { ...question, file: file(8, 10, 600) });
  await isToday(1_200);
  await amina.call("importData", { ...question, file: file(6, 8, 300) });
  const before = 1_200 + 600 + (300 * 5) / 60 / 2;
  await isToday(before);
  const from = "2026-06-10T06:00:00Z";
  const span = { from, to: "2026-06-10T10:30:00Z", metrics: ["solar.power"], beyond: true };
  const { data } = await amina.call("importData", { ...question, file: file(9, 10, 500), replace: span });
  await isToday(500);
  const { database } = await thePortal();
  await database.db
    .transaction()
    .execute((tx) => undoReplacement(tx, data.replaced!.correction, { userId: "test", nowMs: now }));
  await isToday(before);
});
