import { formatQuantityText } from "@offgrid/contract/telemetry/format";
import { usualUnits } from "@offgrid/contract/core/unit-choices";
import { afterEach, expect, test } from "vitest";

import { followUnits, takeUnits } from "./own-units.ts";

const american = { temperature: "degF", wind: "mph" } as const;
const written = () => formatQuantityText(25, "degC", "en").replaceAll("\u00A0", " ");

afterEach(() => takeUnits(usualUnits));

test("who comes in with other units has everything drawn anew in them, once", () => {
  const before = followUnits(undefined);
  expect(followUnits(usualUnits)).toBe(before);
  const after = followUnits(american);
  expect(after).not.toBe(before);
  expect(written()).toBe("77.0 °F");
  expect(followUnits({ ...american })).toBe(after);
  expect(followUnits(undefined)).toBe(after);
});

test("a choice on a screen that shows nothing in them leaves that screen as it is", () => {
  const before = followUnits(usualUnits);
  takeUnits(american);
  expect(written()).toBe("77.0 °F");
  expect(followUnits(american)).toBe(before);
});
