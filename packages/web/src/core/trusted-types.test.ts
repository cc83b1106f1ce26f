import { expect, test } from "vitest";

import { policyRules } from "./trusted-types.ts";

test("style texts pass, markup never does", () => {
  const style = ":root{--a:#fff;} .x > .y{color:red}";
  expect(policyRules.createHTML(style)).toBe(style);
  expect(policyRules.createHTML("")).toBe("");
  expect(() => policyRules.createHTML("<img src=x onerror=alert(1)>")).toThrow(TypeError);
});
