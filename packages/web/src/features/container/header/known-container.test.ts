import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { expect, test } from "vitest";

import { fakeContainer, fakeNowMs, minutesAgo } from "../../../domain/containers/container-row.fake.ts";
import { knownFromInfo, knownFromRow } from "./known-container.ts";

const hourAgoMs = fakeNowMs - 60 * 60_000;
const row = fakeContainer({ soc: 41, loadPower: 500, olderAt: { loadPower: minutesAgo(60) }, alarms: ["no_charge"] });
const info = {
  ...row,
  forecast: row.blackout,
  values: {
    "battery.soc": { value: 41, at: row.valuesAt },
    "battery.charge_limit": { value: 0, at: row.valuesAt },
    "load.power": { value: 500, at: minutesAgo(60) },
  },
} as unknown as ContainerInfoV4;

test("list and page say the same of charge, load and alarms, the first two with the time at which it was measured", () => {
  for (const known of [knownFromRow(row), knownFromInfo(info)]) {
    expect(known).toMatchObject({
      containerId: row.containerId,
      forecast: null,
      alarms: ["no_charge"],
      soc: { value: 41, atMs: fakeNowMs },
      load: { value: 500, atMs: hourAgoMs },
    });
  }
});

test("what was never measured is not known, by either", () => {
  const never = [knownFromRow(fakeContainer({ soc: null, loadPower: null })), knownFromInfo({ ...info, values: {} })];
  for (const { soc, load } of never) expect([soc, load]).toEqual([undefined, undefined]);
});
