import { expect, test } from "vitest";

import { BoundedByContainer } from "./bounded-by-container.ts";

const memoryOf = (limitBytes: number) => new BoundedByContainer<string>(limitBytes, 2, (value) => value.length);

test("what is put again stays when others come, and what nobody asked for goes first", () => {
  const memory = memoryOf(20);
  memory.put("asked", "week", "0123456789");
  memory.put("forgotten", "week", "0123456789");
  memory.put("asked", "week", "0123456789");
  memory.put("new", "week", "0123456789");
  expect(memory.get("asked", "week")).toBe("0123456789");
  expect(memory.get("forgotten", "week")).toBeUndefined();
  expect(memory.bytes).toBe(20);
});

test("of one container the entry that was put least recently goes, and one that is dropped takes no room", () => {
  const memory = memoryOf(1_000);
  for (const key of ["a", "b", "a", "c"]) memory.put("fogo", key, "12345");
  expect(["a", "b", "c"].map((key) => memory.get("fogo", key))).toEqual(["12345", undefined, "12345"]);
  memory.drop("fogo", "a");
  memory.drop("gao", "a");
  expect(memory.get("fogo", "a")).toBeUndefined();
  expect(memory.bytes).toBe(5);
});
