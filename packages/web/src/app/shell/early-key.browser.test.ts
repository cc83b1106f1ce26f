import { expect, test } from "vitest";

import { rememberPaletteKey, takePaletteKey } from "./early-key.ts";

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
});
