import { expect, test } from "vitest";

import { fakeContainer, fakeEnergy, minutesAgo } from "../../domain/containers/container-row.fake.ts";
import { forecastCover } from "./forecast-cover.ts";

test("a container without a forecast is not counted as safe", () => {
  const cover = forecastCover([
    fakeContainer({ name: "A", blackout: { state: "safe", likely: null, hours: null } }),
    fakeContainer({ name: "B", blackout: { state: "learning", likely: null, hours: null } }),
    fakeContainer({ name: "C", blackout: null }),
  ]);
  expect(cover).toEqual({ forecast: 1, of: 3, isComing: true });
});

test("of silent containers only the one that was about to be cut still tells its forecast", () => {
  const blind = { state: "blind", likely: null, hours: null } as const;
  const cutAt = minutesAgo(-90);
  const cover = forecastCover([
    fakeContainer({ name: "A", blackout: blind, energy: fakeEnergy("cut_ahead", { cutAt }) }),
    fakeContainer({ name: "B", blackout: blind, energy: fakeEnergy("unknown") }),
    fakeContainer({
      name: "C",
      blackout: { state: "safe", likely: null, hours: null },
      energy: fakeEnergy("unknown"),
    }),
  ]);
  expect(cover).toEqual({ forecast: 1, of: 3, isComing: false });
});

test("while a container waits for its first forecast one is coming; then it is known what is missing", () => {
  const waiting = fakeContainer({ name: "A", blackout: null });
  const learning = fakeContainer({ name: "B", blackout: { state: "learning", likely: null, hours: null } });
  expect(forecastCover([waiting, waiting])).toEqual({ forecast: 0, of: 2, isComing: true });
  expect(forecastCover([waiting, learning])).toEqual({ forecast: 0, of: 2, isComing: true });
  expect(forecastCover([learning, learning])).toEqual({ forecast: 0, of: 2, isComing: false });
  const retired = fakeContainer({ name: "C", blackout: null, retiredAt: minutesAgo(5) });
  expect(forecastCover([learning, retired])).toEqual({ forecast: 0, of: 2, isComing: false });
});
