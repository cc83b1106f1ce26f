import { expect, test } from "vitest";

import { toBase64 } from "../../core/base64.ts";
import { pictureFault } from "./picture-file.ts";

test.each([
  ["image/png", 512 * 1024, undefined],
  ["image/webp", 1, undefined],
  ["image/jpeg", 512 * 1024 + 1, "too_big"],
  ["image/svg+xml", 100, "bad_type"],
  ["image/gif", 100, "bad_type"],
  ["", 100, "bad_type"],
] as const)("a file of type %j with %d bytes: %s", (type, size, fault) => {
  expect(pictureFault({ type, size })).toBe(fault);
});

test("a picture of any length is converted to base64 and back unchanged", async () => {
  const bytes = Uint8Array.from({ length: 20_001 }, (_, index) => index % 256);
  expect(Buffer.from(await toBase64(new Blob([bytes])), "base64")).toEqual(Buffer.from(bytes));
});
