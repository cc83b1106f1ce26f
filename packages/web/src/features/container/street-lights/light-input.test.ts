import { expect, test } from "vitest";

import { readPlan, type PlanTexts, suggestedSteps, textsOfPlan } from "./light-input.ts";

const texts = (changes: Partial<PlanTexts> = {}): PlanTexts => ({
  mode: "schedule",
  level: "100",
  ratedW: "",
  steps: [{ kind: "sunset", time: "", minutes: "-15", level: "80" }],
  ...changes,
});

test("a plan is read as it was written, and written as it is read", () => {
  const plan = {
    mode: "schedule",
    level: 70,
    ratedW: 60,
    steps: [
      { at: { sun: "sunset", offsetMinutes: -15 }, level: 100 },
      { at: { time: "23:00" }, level: 40 },
      { at: { sun: "sunrise" }, level: 0 },
    ],
  } as const;
  expect(readPlan(textsOfPlan(plan), true)).toEqual({ plan });
});

test("a light without a plan is off, and what is suggested can be saved at once", () => {
  expect(readPlan(textsOfPlan(null), false)).toEqual({ plan: { mode: "off", level: 100, steps: [] } });
  for (const hasPosition of [true, false])
    expect(readPlan(texts({ steps: suggestedSteps(hasPosition) }), hasPosition)).toHaveProperty("plan");
});

test("each field that means nothing is named", () => {
  const wrong = {
    ratedW: "watts",
    "steps.0.level": "level",
    "steps.0.minutes": "minutes",
    "steps.1.time": "time",
  };
  const steps = [
    { kind: "sunset" as const, time: "", minutes: "400", level: "101" },
    { kind: "time" as const, time: "25:00", minutes: "0", level: "0" },
  ];
  expect(readPlan(texts({ level: "0", ratedW: "much", steps }), true)).toEqual({ wrong });
  expect(readPlan(texts({ steps: [] }), true)).toEqual({ wrong: { steps: "steps" } });
});

test("what the mode does not show keeps nothing from being saved", () => {
  expect(readPlan(texts({ mode: "off", level: "much" }), true)).toMatchObject({ plan: { mode: "off", level: 100 } });
  const steps = [{ kind: "time" as const, time: "25:00", minutes: "0", level: "101" }];
  expect(readPlan(texts({ mode: "on", level: "50", steps }), true)).toEqual({
    plan: { mode: "on", level: 50, steps: [] },
  });
  const right = { kind: "time" as const, time: "18:00", minutes: "0", level: "60" };
  expect(readPlan(texts({ mode: "off", steps: [...steps, right] }), true)).toMatchObject({
    plan: { mode: "off", steps: [{ at: { time: "18:00" }, level: 60 }] },
  });
  expect(readPlan(texts({ mode: "on", level: "0" }), true)).toEqual({ wrong: { level: "lit" } });
});

test("without a position, what follows the sun is refused where it is", () => {
  expect(readPlan(texts(), false)).toEqual({ wrong: { "steps.0.kind": "position" } });
  expect(readPlan(texts({ mode: "auto" }), false)).toEqual({ wrong: { mode: "position" } });
});
