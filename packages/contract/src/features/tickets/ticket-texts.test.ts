import { expect, test } from "vitest";

import { fillText, openSigns } from "./ticket-texts.ts";

test("what is known of a ticket fills the places of a text, and what is not stays to be seen", () => {
  const text =
    "{container} has {value} left, for {hours_left}; {container} is looked after by {agent}. {other} { value }";
  const filled = fillText(text, { container: "Gao", agent: "{value}", value: "12 %" });
  expect(filled).toBe("Gao has 12 % left, for {hours_left}; Gao is looked after by {value}. {other} { value }");
  expect(openSigns(text)).toEqual(["{container}", "{value}", "{hours_left}", "{agent}", "{other}"]);
  expect(openSigns(filled)).toEqual(["{hours_left}", "{value}", "{other}"]);
  expect(openSigns("Nothing is open here.")).toEqual([]);
});

test("a place of any name is open, and so is a search for a text that nobody ended", () => {
  expect(openSigns("It has {banana} left.")).toEqual(["{banana}"]);
  expect(openSigns("::Who\nBest regards, ::")).toEqual(["::Who", "::"]);
  // What people write of their programs and networks.
  for (const text of ['{"soc": 12}', "{}", "std::sort", "ping fe80::1 or ::1", "Well::"])
    expect(openSigns(text), text).toEqual([]);
});
