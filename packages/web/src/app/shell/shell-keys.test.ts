import { expect, test } from "vitest";

import { keyActOf, neighbourOf, type PressedKey } from "./shell-keys.ts";

const plain = { ctrlKey: false, metaKey: false, altKey: false };
const press = (key: string, more: Partial<PressedKey> = {}, state = { afterG: false, isSingleOn: true }) =>
  keyActOf({ key, code: "", ...plain, ...more }, state);

test("each key asks for what the list of keys says", () => {
  expect(press("/")).toEqual({ act: "search" });
  expect(press("?")).toEqual({ act: "sheet" });
  expect(press("k", { ctrlKey: true })).toEqual({ act: "palette" });
  expect(press("K", { metaKey: true })).toEqual({ act: "palette" });
  expect(press("n")).toEqual({ act: "neighbour", by: 1 });
  expect(press("p")).toEqual({ act: "neighbour", by: -1 });
  expect(press("x")).toBeUndefined();
});

test("g waits for a letter, which then means a place", () => {
  expect(press("g")).toBe("g");
  expect(press("c", {}, { afterG: true, isSingleOn: true })).toEqual({ act: "go", path: "/containers" });
  expect(press("x", {}, { afterG: true, isSingleOn: true })).toBeUndefined();
});

test("digits are matched by the physical key: unshifted they type other signs in France", () => {
  expect(press("&", { code: "Digit1" })).toEqual({ act: "tab", place: 0 });
  expect(press("9", { code: "Numpad9" })).toEqual({ act: "tab", place: 8 });
  expect(press("0", { code: "Digit0" })).toBeUndefined();
});

test("while one types, or with single keys off, only the palette opens", () => {
  const off = { afterG: false, isSingleOn: false };
  expect(press("/", {}, off)).toBeUndefined();
  expect(press("g", {}, off)).toBeUndefined();
  expect(press("k", { ctrlKey: true }, off)).toEqual({ act: "palette" });
  expect(press("/", { ctrlKey: true })).toBeUndefined();
});

test("the next and the previous container end with the list, and there is none where no container of it is open", () => {
  const ids = ["agadez", "jumla", "lodwar"];
  expect(neighbourOf(ids, "jumla", 1)).toBe("lodwar");
  expect(neighbourOf(ids, "jumla", -1)).toBe("agadez");
  expect(neighbourOf(ids, "lodwar", 1)).toBeUndefined();
  expect(neighbourOf(ids, "agadez", -1)).toBeUndefined();
  expect(neighbourOf(ids, undefined, 1)).toBeUndefined();
  expect(neighbourOf(ids, "elsewhere", 1)).toBeUndefined();
});
