import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { bring, ended, now, stateOf } from "./imports.fixture.ts";
import { framesOf, good, head, mapping } from "./recordings.fixture.ts";

await thePortal({ clock: testClock(now) });

test("a correction by one call stands in the list of imports, and its number undoes it and nothing else", async () => {
  const { amina, brahim } = await cast({
    amina: { role: "user", containers: ["bring-call", "bring-other"] },
    brahim: { role: "user", containers: ["bring-other"] },
  });
  const [containerId, other] = ["bring-call", "bring-other"];
  const replace = { from: "2026-06-01T00:00:00Z", to: "2026-06-02T00:00:00Z", metrics: ["solar.power"] };
  const corrected = { mapping, replace };
  const file = [head, "01.06.2026 12:00;4;;"].join("\n");
  await bring(amina, other, [head, ...good].join("\n"));
  await bring(amina, other, file, corrected);
  const kept = await framesOf(other);
  await bring(amina, containerId, [head, ...good].join("\n"));
  const before = await framesOf(containerId);
  const question = { containerId, step: "import" as const, name: "meter.csv", ...corrected };
  const importId = (await amina.call("importData", { ...question, file })).data.replaced?.importId ?? 0;
  expect(await framesOf(containerId)).not.toEqual(before);
  expect(await stateOf(amina, containerId, importId)).toMatchObject({
    ...{ name: "meter.csv", state: "done", isReplacing: true, counts: { lines: 1, replaced: 1, removed: 0 } },
    undoUntil: new Date(now + 30 * 86_400_000).toISOString(),
  });
  for (const [who, at] of [
    [amina, other],
    [brahim, other],
    [brahim, containerId],
  ] as const)
    await expect(who.call("importUndo", { containerId: at, importId })).refusesWith("not_found");
  await amina.call("importUndo", { containerId, importId });
  expect(await ended(amina, containerId, importId)).toMatchObject({ state: "undone", undoUntil: null });
  expect(await framesOf(containerId)).toEqual(before);
  expect(await framesOf(other)).toEqual(kept);
});
