import { expect, test } from "vitest";

import { fakeContainer } from "../../domain/containers/container-row.fake.ts";
import { forecastCover } from "./forecast-cover.ts";

test("a container without a forecast is not counted as safe", () => {
  const cover = forecastCover([
    fakeContainer({ name: "A", blackout: { state: "safe", likely: null, hours: null } }),
    fakeContainer({ name: "B", blackout: { state: "learning", likely: null, hours: null } }),
    fakeContainer({ name: "C", blackout: null }),
  ]);
  expect(cover).toEqual({ forecast: 1, of: 3 });
});
