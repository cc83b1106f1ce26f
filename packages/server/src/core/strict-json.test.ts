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

test("the keys of one object are limited, those of several and colons inside texts do not add up", () => {
  const object = (keys: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, key) => [`:${key}`, ":"])));
  const keysOf = (text: string) => parseStrictJson(new TextEncoder().encode(text), 32, 3);
  expect(() => keysOf(`[${object(3)},${object(3)},{"a":${object(3)},"b":1,"c":2}]`)).not.toThrow();
  expect(() => keysOf(object(4))).toThrow(/more than 3 keys/);
  expect(() => keysOf(`{"a":${object(3)},"b":1,"c":2,"d":3}`)).toThrow(/more than 3 keys/);
  // Refused before the rest is even looked at.
  expect(() => keysOf(`${object(4).slice(0, -1)},,,`)).toThrow(/more than 3 keys/);
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
