import type { DryRun } from "./automations.data.ts";

/** How long an output would have been on and off because of whom. Pure. */
export interface Share {
  /** Id of the automation; null: none wanted it so, and it stayed as it was. */
  by: string | null;
  isOn: boolean;
  seconds: number;
}

/** By whom and what, the longest first. */
export function sharesOf(spans: DryRun["spans"], output: string): Share[] {
  const shares = new Map<string, Share>();
  for (const { id, isOn, from, to } of spans.filter((span) => span.output === output)) {
    const key = `${id} ${isOn}`;
    const share = shares.get(key) ?? { by: id, isOn, seconds: 0 };
    shares.set(key, { ...share, seconds: share.seconds + (Date.parse(to) - Date.parse(from)) / 1_000 });
  }
  return [...shares.values()].sort((one, other) => other.seconds - one.seconds);
}
