import { expect, test } from "vitest";

import { addMinutes, readTypedTime, writeTime } from "./typed-time.ts";

test("a time is read with either clock, as people write it", () => {
  for (const text of ["23:00", "11:00 pm", "11pm", "11 PM", "11:00 p.m.", "23h", "23h00", "23 h 00", "23.00", "2300"])
    expect([text, readTypedTime(text)]).toEqual([text, "23:00"]);
  expect(["12:05 am", "12 pm", "7", " 07:30 "].map(readTypedTime)).toEqual(["00:05", "12:00", "07:00", "07:30"]);
});

test("what is no time of day is none", () => {
  for (const text of ["", "24:00", "13:00 am", "0 pm", "7:5", "7:60", "noon", "123", "-1:00"])
    expect([text, readTypedTime(text)]).toEqual([text, undefined]);
});

test("steps go around midnight", () => {
  expect([addMinutes("23:50", 15), addMinutes("00:05", -15), addMinutes("09:00", 15)]).toEqual([
    "00:05",
    "23:50",
    "09:15",
  ]);
});

test("a time of day is written with the portal's clock, and what is none stays as it is", () => {
  expect(
    [writeTime("07:00", "en"), writeTime("23:30", "en"), writeTime("soon", "en")].map((text) =>
      text.replaceAll("\u00a0", " "),
    ),
  ).toEqual(["7:00 am", "11:30 pm", "soon"]);
});
