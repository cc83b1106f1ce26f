import type { ForecastSetting } from "@offgrid/contract/forecast/forecast.schema";
import { expect, test } from "vitest";

import { draftOf, faultsOf, figuresIn } from "./forecast-input.ts";
import { figuresOf } from "./forecast-setting.data.ts";

const set: ForecastSetting = {
  provider: "auto",
  resourceId: null,
  capacity: 6_280,
  tilt: 15,
  azimuth: 180,
  loss: 12,
  limitW: 5_000,
  reserveSoc: 30,
  isGuessed: false,
};

test("what is set comes back from the form as it was, and what is left empty is not sent", () => {
  expect(figuresIn(draftOf(set))).toEqual(figuresOf(set));
  expect(figuresIn({ ...draftOf(set), limitW: undefined, reserveSoc: undefined })).toEqual({
    provider: "auto",
    capacity: 6_280,
    tilt: 15,
    azimuth: 180,
    loss: 12,
  });
});

test("of panels that nobody has set, a peak power that is not known yet is an empty field and not 0", () => {
  const draft = draftOf({ ...set, capacity: 0, loss: 0, limitW: null, reserveSoc: null, isGuessed: true });
  expect(draft).toMatchObject({ capacity: undefined, loss: 14, limitW: undefined });
  expect(faultsOf(draft)).toEqual({ capacity: "full" });
});

test("figures that no container has are refused by their fields, and Solcast needs its site", () => {
  expect(faultsOf(draftOf(set))).toEqual({});
  expect(faultsOf({ ...draftOf(set), tilt: 91, loss: Number.NaN, limitW: 0, reserveSoc: 91 })).toEqual({
    tilt: "range",
    loss: "full",
    limitW: "range",
    reserveSoc: "range",
  });
  expect(faultsOf({ ...draftOf(set), provider: "solcast" })).toEqual({ resourceId: "rooftop" });
  expect(faultsOf({ ...draftOf(set), resourceId: "no site" })).toEqual({ resourceId: "rooftop" });
});
