import { expect, test } from "vitest";

import { figureIn, readKit, typedKit } from "./kit-input.ts";

test("a kit is typed in kilowatts and kept in watts, and what is not typed is not known", () => {
  const typed = { ...typedKit(undefined), pvWp: "6,6", batteryWh: "20", panels: "12", reserveSoc: "0" };
  const read = readKit(typed);
  expect(read).toMatchObject({ pvWp: 6_600, batteryWh: 20_000, inverterW: null, panels: 12, strings: null });
  expect(read.limits).toEqual({ reserveSoc: 0, maxLoadW: null });
  const kit = { id: "1", name: "S", containers: [], isUsed: false, ...read };
  expect(typedKit(kit)).toEqual({ ...typed, pvWp: "6.6" });
});

test("a figure that cannot be is refused", () => {
  expect([
    figureIn("pvWp", "0"),
    figureIn("pvWp", "x"),
    figureIn("panels", "1.5"),
    figureIn("reserveSoc", "101"),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});
