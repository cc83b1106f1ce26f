import { expect, test } from "vitest";

import { partsOf } from "./message-parts.ts";

const addressesIn = (text: string) => partsOf(text).flatMap(({ words, isAddress }) => (isAddress ? [words] : []));

test("web addresses in a message are found without the sign that ends a sentence, and nothing else is one", () => {
  const text = "See https://example.org/a?b=1#c. Or (http://example.org/d), or www.example.org!";
  expect(addressesIn(text)).toEqual(["https://example.org/a?b=1#c", "http://example.org/d"]);
  expect(addressesIn("javascript:alert(1) data:text/html,x ftp://example.org file:///etc/passwd https://")).toEqual([]);
});

test("the pieces of a message are the message", () => {
  for (const text of ["", "No address", "https://example.org", "a\n https://example.org/x, b https://example.org/y"])
    expect(
      partsOf(text)
        .map(({ words }) => words)
        .join(""),
    ).toBe(text);
});
