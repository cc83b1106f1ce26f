import { expect, test } from "vitest";

import { packed, unpacked } from "./carried.ts";

test("a form with a number that is not written to its end comes back as it was", () => {
  const form = { name: "Door", threshold: NaN, note: null, levels: [1, NaN] };
  expect(unpacked(packed(form))).toEqual(form);
});
