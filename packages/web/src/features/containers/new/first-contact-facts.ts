/** What has been received of a container that was registered, in the order in which it comes. Pure. */
import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";

export const contactChecks = ["registered", "connected", "data", "clock", "devices"] as const;
export type ContactCheck = (typeof contactChecks)[number];

export interface CheckState {
  check: ContactCheck;
  state: "done" | "waiting" | "wrong";
  /** Since when, epoch ms, where that is known. */
  atMs?: number;
  /** How many devices, or by how many seconds the clock is ahead. */
  figure?: number;
}

type Received = Pick<ContainerInfoV4, "createdAt" | "lastSeen" | "values" | "quality" | "devices">;

/** Without any contact for so long, something has to be looked at. */
export const silentMs = 15 * 60_000;

export function firstContact({ createdAt, lastSeen, values, quality, devices }: Received): CheckState[] {
  const measured = Object.values(values).map(({ at }) => Date.parse(at));
  const hasData = measured.length > 0;
  const offsetS = quality.clockOffsetS;
  const clock: CheckState =
    offsetS === null
      ? { check: "clock", state: hasData ? "done" : "waiting" }
      : { check: "clock", state: "wrong", figure: offsetS };
  return [
    { check: "registered", state: "done", atMs: Date.parse(createdAt) },
    lastSeen === null
      ? { check: "connected", state: "waiting" }
      : { check: "connected", state: "done", atMs: Date.parse(lastSeen) },
    hasData ? { check: "data", state: "done", atMs: Math.max(...measured) } : { check: "data", state: "waiting" },
    clock,
    devices.length === 0
      ? { check: "devices", state: "waiting" }
      : { check: "devices", state: "done", figure: devices.length },
  ];
}

export function isComplete(checks: readonly CheckState[]): boolean {
  return checks.every(({ state }) => state === "done");
}

/** Has nothing been received for as long as something should have been? */
export function isSilent({ createdAt, lastSeen }: Pick<Received, "createdAt" | "lastSeen">, nowMs: number): boolean {
  return lastSeen === null && nowMs - Date.parse(createdAt) >= silentMs;
}
