import { expect, test } from "vitest";

import { fillText, openPlaces } from "./ticket-texts.ts";

test("what is known of a ticket fills the places of a text, and what is not stays to be seen", () => {
  const text =
    "{container} has {value} left, for {hours_left}; {container} is looked after by {agent}. {other} { value }";
  const filled = fillText(text, { container: "Gao", agent: "{value}", value: "12 %" });
  expect(filled).toBe("Gao has 12 % left, for {hours_left}; Gao is looked after by {value}. {other} { value }");
  expect(openPlaces(text)).toEqual(["container", "value", "hours_left", "agent"]);
  expect(openPlaces(filled)).toEqual(["hours_left", "value"]);
  expect(openPlaces("Nothing is open here.")).toEqual([]);
});
