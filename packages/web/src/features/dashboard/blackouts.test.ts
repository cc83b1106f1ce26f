import { expect, test } from "vitest";

import { fakeContainer } from "../../domain/containers/container-row.fake.ts";
import { blackoutsOf } from "./blackouts.ts";

const likely = "2026-11-20T22:00:00.000Z";
const blackout = (hours: number) => ({ state: "blackout" as const, likely, hours });

test("containers that lose their loads within a day are listed, the soonest first", () => {
  const { soon } = blackoutsOf([
    fakeContainer({ name: "Late", blackout: blackout(20) }),
    fakeContainer({ name: "Tomorrow", blackout: blackout(30) }),
    fakeContainer({ name: "Soon", blackout: blackout(2) }),
    fakeContainer({ name: "Dip", blackout: { state: "dip", likely, hours: 5 } }),
    fakeContainer({ name: "Charging", blackout: { state: "charging", likely: null, hours: null } }),
  ]);
  expect(soon.map(({ name }) => name)).toEqual(["Soon", "Dip", "Late"]);
});

test("a container without a forecast is not counted as safe", () => {
  const counts = blackoutsOf([
    fakeContainer({ name: "A", blackout: { state: "safe", likely: null, hours: null } }),
    fakeContainer({ name: "B", blackout: { state: "learning", likely: null, hours: null } }),
    fakeContainer({ name: "C", blackout: null }),
  ]);
  expect(counts).toMatchObject({ soon: [], forecast: 1, of: 3 });
});
