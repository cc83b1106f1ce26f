import type { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";
import { LoadProtection as Schema } from "@offgrid/contract/load-protection/load-protection.schema";
import { expect, test } from "vitest";

import { draftOf, moved, type ProtectionDraft, readProtection } from "./protection-input.ts";

const targets = ["relay.1", "relay.2", "relay.3"];
const setting: LoadProtection = {
  enabled: true,
  cutSoc: 20.5,
  restoreSoc: 30,
  cutVoltage: 47.2,
  restoreVoltage: 50,
  delaySeconds: 60,
  loads: [
    { target: "relay.3", neverCut: false },
    { target: "relay.1", neverCut: true },
    { target: "relay.2", neverCut: false },
  ],
};
const wrongIn = (changes: Partial<ProtectionDraft>) => {
  const read = readProtection({ ...draftOf(setting, targets, 20, "en"), ...changes });
  return "wrong" in read ? read.wrong : undefined;
};

test("what is shown can be saved as it is, in both languages, and the portal takes it", () => {
  for (const locale of ["en", "fr"] as const) {
    const draft = draftOf(setting, targets, 20, locale);
    expect(draft.cutSoc).toBe(locale === "en" ? "20.5" : "20,5");
    expect(readProtection(draft)).toEqual({ setting });
    expect(draftOf(setting, targets, 50, locale)).toEqual(draft);
  }
  expect(Schema.safeParse(setting).success).toBe(true);
});

test("without a setting nothing is cut, and loads that are in no list are never cut", () => {
  const draft = draftOf(null, targets, 20, "en");
  expect(draft).toMatchObject({ enabled: false, cutSoc: "20", restoreSoc: "30", cutVoltage: "" });
  expect(draft.loads.every(({ neverCut }) => neverCut)).toBe(true);
  const partly = draftOf({ ...setting, loads: [{ target: "relay.3", neverCut: false }] }, targets, 20, "en");
  expect(partly.loads.map(({ target, neverCut }) => `${target} ${neverCut}`)).toEqual([
    "relay.3 false",
    "relay.1 true",
    "relay.2 true",
  ]);
});

test("a load that is no longer there is not saved again", () => {
  expect(draftOf(setting, ["relay.1"], 20, "en").loads).toEqual([{ target: "relay.1", neverCut: true }]);
});

test("each field that means nothing is named with what is wrong", () => {
  expect(wrongIn({ cutSoc: "101", delaySeconds: "4" })).toMatchObject({ cutSoc: "percent", delaySeconds: "delay" });
  expect(wrongIn({ delaySeconds: "60.5" })).toEqual({ delaySeconds: "delay" });
  expect(wrongIn({ restoreSoc: "21" })).toEqual({ restoreSoc: "gap" });
  expect(wrongIn({ restoreVoltage: "" })).toEqual({ restoreVoltage: "both" });
  expect(wrongIn({ cutVoltage: " " })).toEqual({ cutVoltage: "both" });
  expect(wrongIn({ restoreVoltage: "47.2" })).toEqual({ restoreVoltage: "gapV" });
  expect(wrongIn({ cutVoltage: "", restoreVoltage: "" })).toBeUndefined();
});

test("protection that may cut nothing can be saved only when it is off", () => {
  const loads = setting.loads.map((load) => ({ ...load, neverCut: true }));
  expect(wrongIn({ loads })).toEqual({ loads: "none" });
  expect(wrongIn({ loads, enabled: false })).toBeUndefined();
});

test("a load moves by one place, and not beyond an end", () => {
  const order = (loads: ReturnType<typeof moved>) => loads.map(({ target }) => target.slice(-1)).join("");
  expect(order(moved(setting.loads, "relay.1", -1))).toBe("132");
  expect(order(moved(setting.loads, "relay.1", 1))).toBe("321");
  expect(order(moved(setting.loads, "relay.3", -1))).toBe("312");
  expect(order(moved(setting.loads, "relay.2", 1))).toBe("312");
});
