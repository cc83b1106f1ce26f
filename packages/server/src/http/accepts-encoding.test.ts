import { expect, test } from "vitest";

import { acceptsEncoding } from "./accepts-encoding.ts";

test.each([
  ["gzip, deflate, br", true],
  ["deflate;q=0.5, GZIP ; q=0.1", true],
  ["*", true],
  ["gzip;q=1, *;q=0", true],
  ["gzip;q=0", false],
  ["gzip;q=0, *", false],
  ["gzip; q=0.000, br", false],
  ["*;q=0", false],
  ["identity", false],
  ["not-gzip", false],
  ["gzip;q=much", false],
  ["", false],
  [undefined, false],
])("the header %j takes gzip: %s", (header, isTaken) => {
  expect(acceptsEncoding(header, "gzip")).toBe(isTaken);
});
