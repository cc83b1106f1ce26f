import { newWarningState } from "@offgrid/contract/warnings/warning-state";
import fc from "fast-check";
import { expect, test } from "vitest";

import { keepOnly, knownVersions, type StoredState, statesOf } from "./known-states.ts";

const containers = ["kayes", "gao"].map((containerId) => ({ containerId }));
const stateAt = (watermarkMs: number) => newWarningState(1, watermarkMs);

/** Reads some rows as a process does: states whose version it knows already are not sent. */
async function read(rows: readonly StoredState[]) {
  const known = knownVersions(containers);
  const asked: string[] = [];
  const states = await statesOf(
    rows.map((row) => ({ ...row, state: known.includes(row.stateVersion) ? null : row.state })),
    known,
    async (missing) => {
      asked.push(...missing.map(({ ruleId }) => ruleId));
      return rows.filter((row) =>
        missing.some((one) => one.ruleId === row.ruleId && one.containerId === row.containerId),
      );
    },
  );
  return { states, asked };
}

test("a state whose row has not changed is not read again", async () => {
  const rows = [{ ruleId: "once", containerId: "kayes", stateVersion: "v-once", state: stateAt(1) }];
  await read(rows);
  expect(knownVersions(containers)).toContain("v-once");
  expect(await read(rows)).toEqual({ states: [stateAt(1)], asked: [] });
  keepOnly(containers, []);
  expect(knownVersions(containers)).toEqual([]);
});

test("whoever writes states, and whichever of them are read, each is the one that is stored", async () => {
  const key = fc.record({ ruleId: fc.constantFrom("a", "b", "c"), containerId: fc.constantFrom("kayes", "gao") });
  // One transaction writes several rows, which have one version then.
  const step = fc.record({
    written: fc.array(key, { maxLength: 4 }),
    isRead: fc.array(fc.boolean(), { minLength: 6 }),
  });
  let version = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const stored = new Map<string, StoredState>();
      for (const { written, isRead } of steps) {
        version++;
        for (const one of written)
          stored.set(`${one.ruleId} ${one.containerId}`, {
            ...one,
            stateVersion: String(version),
            state: stateAt(version),
          });
        const rows = [...stored.values()].filter((_, index) => isRead[index]);
        expect((await read(rows)).states).toEqual(rows.map(({ state }) => state));
      }
    }),
  );
});
