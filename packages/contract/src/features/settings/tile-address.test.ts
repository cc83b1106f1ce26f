import { expect, test } from "vitest";

import { tileFault } from "./tile-address.ts";

test.each([
  ["https://tiles.example.org/{z}/{x}/{y}.png", undefined],
  ["http://127.0.0.1:8080/{z}/{y}/{x}?key=1", undefined],
  ["tiles.example.org/{z}/{x}/{y}.png", "address"],
  ["javascript:alert(1)/{z}/{x}/{y}", "address"],
  ["https://someone:secret@tiles.example.org/{z}/{x}/{y}", "address"],
  ["https://tiles.example.org/{z}/{x}/{y}.png; script-src *", "address"],
  ["https://{s}.example.org/{z}/{x}/{y}.png", "braces"],
  ["https://tiles.example.org/{z}/{x}/{y}{r}.png", "braces"],
  ["https://tiles.example.org/{z}/{x}.png", "places"],
] as const)("%s as the address of tiles: %s", (address, fault) => {
  expect(tileFault(address)).toBe(fault);
});
