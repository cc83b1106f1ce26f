import { expect, test } from "vitest";

import { rememberLetters, rememberPaletteKey, takeLetters, takePaletteKey } from "./early-key.ts";

const press = (key: string, ctrlKey: boolean) => {
  const event = new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
  return event;
};

test("a key for the palette that was pressed before the header was there is remembered once, and others are not", () => {
  rememberPaletteKey();
  expect(press("k", false).defaultPrevented).toBe(false);
  expect(press("k", true).defaultPrevented).toBe(true);
  expect(takePaletteKey()).toBe(true);
  expect(takePaletteKey()).toBe(false);
  // The header listens itself by then.
  expect(press("k", true).defaultPrevented).toBe(false);
  expect(takePaletteKey()).toBe(false);
  takeLetters();
});

test("what is typed after the key for the palette waits for its field, and no other key does", () => {
  const passed: string[] = [];
  const onKey = ({ key }: KeyboardEvent) => void passed.push(key);
  document.addEventListener("keydown", onKey);
  rememberLetters();
  for (const key of ["l", "o", "x", "Backspace", "d", "Tab"]) press(key, false);
  expect(press("r", true).defaultPrevented).toBe(false);
  expect(passed).toEqual(["Tab", "r"]);
  expect(takeLetters()).toBe("lod");
  expect(takeLetters()).toBe("");
  expect(press("w", false).defaultPrevented).toBe(false);
  document.removeEventListener("keydown", onKey);
});
