import { expect, test } from "vitest";

import { isDear } from "./dear-link.ts";

test("a link is dear where data is paid for or comes slowly, and not where nobody knows", () => {
  expect([undefined, {}, { effectiveType: "4g" }].map(isDear)).toEqual([false, false, false]);
  const dear = [{ saveData: true }, { type: "cellular" }, { effectiveType: "3g" }];
  expect(dear.map(isDear)).toEqual([true, true, true]);
});
