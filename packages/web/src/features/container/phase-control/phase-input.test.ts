import { PhaseControl } from "@offgrid/contract/phase-control/phase-control.schema";
import { expect, test } from "vitest";

import { draftOf, type PhaseControlDraft, readPhaseControl, withPriority } from "./phase-input.ts";

const setting: PhaseControl = {
  mode: "priorities",
  totalW: 6_000,
  delaySeconds: 30,
  phases: [
    { id: 1, priority: 2, limitW: null, minSoc: null, restoreSoc: null },
    { id: 2, priority: 1, limitW: 3_000, minSoc: 20, restoreSoc: 30 },
    { id: 3, priority: 5, limitW: 900.5, minSoc: 40, restoreSoc: 50 },
  ],
};
const draft = draftOf(setting, [1, 2, 3], "fr");
const wrongIn = (changes: Partial<PhaseControlDraft>, phase: Partial<PhaseControlDraft["phases"][number]> = {}) => {
  const [first, ...others] = draft.phases;
  const read = readPhaseControl({ ...draft, phases: [{ ...first!, ...phase }, ...others], ...changes });
  return "wrong" in read ? read.wrong : undefined;
};

test("what is filled in means the same in each language, and the portal takes it", () => {
  for (const locale of ["en", "fr"] as const) {
    const read = readPhaseControl(draftOf(setting, [1, 2, 3], locale));
    const inOrder = setting.phases.toSorted((one, other) => one.priority - other.priority);
    const phases = inOrder.map((phase, place) => ({ ...phase, priority: place + 1 }));
    expect(read).toEqual({ setting: { ...setting, phases } });
    expect(PhaseControl.safeParse("setting" in read && read.setting).success).toBe(true);
  }
});

test("without a setting nothing is controlled, and every phase of the container is there", () => {
  expect(readPhaseControl(draftOf(null, [1, 2, 3], "en"))).toMatchObject({
    setting: { mode: "off", totalW: null, phases: [1, 2, 3].map((id) => ({ id, priority: id, limitW: null })) },
  });
  const one = { ...setting, phases: setting.phases.slice(2) };
  expect(draftOf(one, [1, 2, 3], "en").phases.map(({ id, priority }) => [id, priority])).toEqual([
    [3, 1],
    [1, 2],
    [2, 3],
  ]);
});

test("each field says what is wrong with it", () => {
  expect(wrongIn({ totalW: "" })).toEqual({ totalW: "total" });
  expect(wrongIn({ totalW: "", mode: "limits" })).toBeUndefined();
  expect(wrongIn({ totalW: "12", delaySeconds: "1,5" })).toEqual({ totalW: "watts", delaySeconds: "delay" });
  expect(wrongIn({}, { limitW: "much" })).toEqual({ "limitW.2": "watts" });
  expect(wrongIn({}, { minSoc: "101" })).toEqual({ "minSoc.2": "percent", "restoreSoc.2": "gap" });
  expect(wrongIn({}, { minSoc: "" })).toEqual({ "minSoc.2": "both" });
  expect(wrongIn({}, { restoreSoc: " " })).toEqual({ "restoreSoc.2": "both" });
  expect(wrongIn({}, { restoreSoc: "20" })).toEqual({ "restoreSoc.2": "gap" });
});

test("a phase takes another place and the others move up, so that no two have one priority", () => {
  const order = (phases: readonly { id: number; priority: number }[]) =>
    phases.map(({ id, priority }) => `${priority}:L${id}`).join(" ");
  expect(order(draft.phases)).toBe("1:L2 2:L1 3:L3");
  expect(order(withPriority(draft.phases, 3, 1))).toBe("1:L3 2:L2 3:L1");
  expect(order(withPriority(draft.phases, 2, 3))).toBe("1:L1 2:L3 3:L2");
});
