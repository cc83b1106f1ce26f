import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { OutputBook } from "./output-book.ts";

test("an output that a newer release has written in its own way costs none of the others what is known of them", () => {
  const dir = mkdtempSync(join(tmpdir(), "output-book-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const relay = { value: false, changedAtMs: 1, left: { value: true, by: "amina" }, hold: null };
  const pump = { ...relay, value: { speed: 3 } };
  writeFileSync(join(dir, "outputs.json"), JSON.stringify({ "relay.1": relay, "pump.1": pump }));
  const book = new OutputBook(dir);
  expect(book.get("relay.1")).toEqual(relay);
  expect(book.get("pump.1")).toBeUndefined();
});
