import { expect, test } from "vitest";

import { faultsOfChange } from "./audit-words.ts";

test("a line is readable where each key and each name in it has words in every language", () => {
  expect(faultsOfChange("ticketUpdate", { status: "Open", closeCause: "wiring", agent: "7857a73f" })).toEqual([]);
  expect(faultsOfChange("setAc", { mode: "cool", setpointDegC: 22, commandId: "7857a73f" })).toEqual([]);
  expect(faultsOfChange("acSave", { ac: { mode: "cool", fan: 60 }, place: { zoneName: "UTC" } })).toEqual([]);
  expect(faultsOfChange("kitApply", { gao: { kit: "m", pvWp: 3_000 } })).toEqual([]);
});

test("a key that nobody has given words, a name without words and a thing without a kind are found", () => {
  expect(faultsOfChange("setAc", { mode: "boost" })).toEqual(["air-conditioning:modes.boost"]);
  expect(faultsOfChange("setAc", { swing: "wide" })).toEqual(["audit:key.swing", "the kind of swing"]);
  expect(faultsOfChange("reportSave", { plan: { subject: { kind: "lunch" } } })).toEqual(["reports:kind.lunch"]);
  expect(faultsOfChange("acSave", { ac: { swing: 1 } })).toEqual(["configuration:field.ac.swing"]);
  // What a table says of a key holds for what stands there.
  const found = ["the kind of series.func, which has parts"];
  expect(faultsOfChange("chartSave", { series: [{ func: { of: 1 } }] })).toEqual(found);
});
