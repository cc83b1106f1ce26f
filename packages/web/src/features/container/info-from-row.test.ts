import { expect, test } from "vitest";

import { fakeContainer } from "../../domain/containers/container-row.fake.ts";
import { infoFromRow } from "./info-from-row.ts";

test("a container whose page could not be loaded has the readings of its row, each with its own time", () => {
  const valuesAt = "2026-11-30T12:00:00.000Z";
  const stopped = "2026-11-30T09:00:00.000Z";
  const row = fakeContainer({ soc: 62, solarPower: 900, loadPower: null, valuesAt, olderAt: { solarPower: stopped } });
  const { values, name, energyToday } = infoFromRow(row);
  expect(name).toBe(row.name);
  expect(values["battery.soc"]).toEqual({ value: 62, at: valuesAt });
  expect(values["solar.power"]).toEqual({ value: 900, at: stopped });
  expect(values["load.power"]).toBeUndefined();
  expect(energyToday.solarWh).toBe(row.solarGeneration);
});
