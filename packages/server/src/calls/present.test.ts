import { expect, test } from "vitest";
import { z } from "zod";

import { present } from "./present.ts";

function counted() {
  const checked: string[] = [];
  const row = z.object({
    name: z.string().refine((name) => checked.push(name) > 0),
    place: z.object({ lat: z.number() }).nullable(),
  });
  return { checked, output: z.object({ data: z.array(row), total: z.int() }) };
}

test("only what the output names leaves, of frozen rows as of others", () => {
  const { output } = counted();
  const row = { name: "gao", place: { lat: 16, secret: 1 }, secret: 2 };
  const expected = { data: [{ name: "gao", place: { lat: 16 } }], total: 1 };
  expect(present(output, { data: [row], total: 1, secret: 3 })).toEqual(expected);
  expect(present(output, { data: [Object.freeze({ ...row })], total: 1, secret: 3 })).toEqual(expected);
});

test("a frozen row is checked once, others at every answer", () => {
  const { checked, output } = counted();
  const gao = Object.freeze({ name: "gao", place: null });
  const mopti = Object.freeze({ name: "mopti", place: null });
  const passing = { name: "segou", place: null };
  const first = present(output, { data: [gao, passing], total: 2 });
  const second = present(output, { data: [mopti, passing, gao], total: 3 });
  expect(checked).toEqual(["gao", "segou", "mopti", "segou"]);
  expect(first).toEqual({ data: [gao, passing], total: 2 });
  expect(second).toEqual({ data: [mopti, passing, gao], total: 3 });
});

test("a frozen row that was checked for one call is checked again for another", () => {
  const row = Object.freeze({ name: "gao", place: null });
  present(counted().output, { data: [row], total: 1 });
  const narrow = z.object({ data: z.array(z.object({ name: z.string() })) });
  expect(present(narrow, { data: [row] })).toEqual({ data: [{ name: "gao" }] });
});

test("a row that breaks the schema fails the answer each time", () => {
  const { output } = counted();
  const data = [Object.freeze({ name: "gao", place: null }), Object.freeze({ name: 7, place: null })];
  expect(() => present(output, { data, total: 2 })).toThrow(z.core.$ZodError);
  expect(() => present(output, { data, total: 2 })).toThrow(z.core.$ZodError);
  expect(() => present(output, { data: [data[0]], total: "one" })).toThrow(z.core.$ZodError);
});
