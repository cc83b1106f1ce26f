import type { AcPlan } from "@offgrid/contract/air-conditioning/ac-plan";
import type { AcControl } from "@offgrid/contract/air-conditioning/air-conditioning.calls";
import { page } from "vitest/browser";

import { fakeLock } from "../../../domain/commands/command.fake.ts";
import { say } from "../../../testing/render.tsx";

/** An air conditioner that works by a plan, which its controller follows. */

export const now = Date.parse("2026-11-23T12:00:00Z");
export const plan: AcPlan = {
  enabled: true,
  mode: "cool",
  setpointDegC: 24.5,
  fan: 60,
  hours: [{ from: "08:00", to: "18:00" }],
  minSoc: 40,
};
export const modes = ["off", "cool", "heat", "fan", "auto"] as const;

export const field = (key: string, unit = "°C") =>
  page.getByLabelText(say(`air-conditioning:${key}`, { unit }), { exact: true });
export const button = (key: string) => page.getByRole("button", { name: say(`air-conditioning:${key}`), exact: true });

export const at = (seconds: number) => new Date(now - seconds * 1_000).toISOString();
export const setting = { ...plan, hours: [...plan.hours] };
export const followed: AcControl["plan"] = {
  state: "in_sync",
  wanted: { version: 1, setting, by: null, at: at(7_200), expiresAt: at(-597_600) },
  reported: { version: 1, setting, at: at(7_190) },
  faults: {},
};
export const control: AcControl = {
  modes: [...modes],
  setting: "cool 24.5 60",
  why: {
    value: "cool 24.5 60",
    reason: "schedule",
    by: null,
    at: at(3_600),
    until: null,
    restoreSoc: null,
    low: null,
    limit: null,
    passed: null,
    times: null,
    retryAt: null,
    feeder: null,
  },
  lock: fakeLock(),
  last: null,
  plan: followed,
};
