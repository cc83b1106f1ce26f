import type { IncidentDetail } from "./incident-acts.ts";

export type Change = IncidentDetail["changes"][number];

const minuteMs = 60_000;
const minuteOf = ({ at }: Change) => Math.floor(Date.parse(at) / minuteMs);

/**
 * What follows one another and was done by the same person, in the same way, at as many containers, within one minute of the
 * clock is one line: a controller that takes five sections of settings at once was changed once. Pure.
 */
export function changesTogether(changes: readonly Change[]): [Change, ...Change[]][] {
  const groups: [Change, ...Change[]][] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    const isSame =
      last !== undefined &&
      last[0].kind === change.kind &&
      last[0].by?.userId === change.by?.userId &&
      last[0].containers === change.containers &&
      minuteOf(last[0]) === minuteOf(change);
    if (isSame) last.push(change);
    else groups.push([change]);
  }
  return groups;
}
