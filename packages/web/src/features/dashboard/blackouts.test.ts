import { expect, test } from "vitest";

import { fakeSite } from "../../ui/container/site-row.fake.ts";
import { blackoutsOf } from "./blackouts.ts";

const likely = "2026-11-20T22:00:00.000Z";
const blackout = (hours: number) => ({ state: "blackout" as const, likely, hours });

test("those that lose their loads within a day are listed, the soonest first", () => {
  const { soon } = blackoutsOf([
    fakeSite({ name: "Late", blackout: blackout(20) }),
    fakeSite({ name: "Tomorrow", blackout: blackout(30) }),
    fakeSite({ name: "Soon", blackout: blackout(2) }),
    fakeSite({ name: "Dip", blackout: { state: "dip", likely, hours: 5 } }),
    fakeSite({ name: "Charging", blackout: { state: "charging", likely: null, hours: null } }),
  ]);
  expect(soon.map(({ name }) => name)).toEqual(["Soon", "Dip", "Late"]);
});

test("who cannot be forecast is not counted as safe", () => {
  const counts = blackoutsOf([
    fakeSite({ name: "A", blackout: { state: "safe", likely: null, hours: null } }),
    fakeSite({ name: "B", blackout: { state: "learning", likely: null, hours: null } }),
    fakeSite({ name: "C", blackout: null }),
  ]);
  expect(counts).toMatchObject({ soon: [], forecast: 1, of: 3 });
});
