import fc from "fast-check";
import { expect, test } from "vitest";

import { parseStrictJson } from "./strict-json.ts";

const parse = (text: string, depth = 32) => parseStrictJson(new TextEncoder().encode(text), depth);

test("ordinary JSON comes through unchanged", () => {
  const storable = fc
    .jsonValue({ maxDepth: 6 })
    .filter((value) => !/\\u0000|\\ud|__proto__|constructor/i.test(JSON.stringify(value)));
  fc.assert(
    fc.property(storable, (value) => {
      expect(parse(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("nesting is limited, brackets inside texts do not count", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  expect(() => parse(nested(32))).not.toThrow();
  expect(() => parse(nested(33))).toThrow(/deeper than 32/);
  expect(() => parse(nested(200_000))).toThrow(/deeper than 32/);
  expect(parse(JSON.stringify({ text: `\\"${"[".repeat(100)}` }))).toEqual({ text: `\\"${"[".repeat(100)}` });
});

test.each(['{"__proto__":{"x":1}}', '{"a":[{"constructor":{"prototype":{"x":1}}}]}'])("%s is refused", (text) => {
  expect(() => parse(text)).toThrow(/not allowed/);
  expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
});

test("a constructor that is plain data is fine", () => {
  expect(parse('{"constructor":"Renault"}')).toEqual({ constructor: "Renault" });
});

test("text that PostgreSQL cannot store is refused", () => {
  expect(() => parse('{"name":"a\\u0000b"}')).toThrow(/cannot be stored/);
  expect(() => parse('{"name":"\\ud800"}')).toThrow(/cannot be stored/);
  expect(() => parseStrictJson(Uint8Array.of(0x22, 0xff, 0x22), 32)).toThrow(/UTF-8/);
});
