import { minutesOf } from "../../core/moments.ts";
import { type Automation, type Automations, flatActions, isActing } from "./automations.schema.ts";
import { type Box, boxesOf, meet, type Span } from "./condition-boxes.ts";
import type { DryRunSpan } from "./dry-run.ts";

/** Automations that ask for opposite values of one output at the same time. Pure. */

export interface Conflict {
  output: string;
  /** Ids: the first gets its way. */
  winner: string;
  loser: string;
  /** Minutes of the day in which both can ask, from included, to not; undefined: at any time. */
  minutes: readonly Span[] | undefined;
  /** What has to be measured for it; a metric that is not named may be anything. */
  metrics: ReadonlyMap<string, Span>;
  /** How long the loser did not get its way in the frames of a dry run; undefined: there was none. */
  seenMs: number | undefined;
}

interface Ask {
  id: string;
  automation: Automation;
  output: string;
  to: boolean;
  /** When it can be asked for. */
  boxes: Box[];
}

/**
 * Which pairs can meet, by what their conditions say; of each pair the first way in which they do.
 * @param spans Of a dry run: says how long each pair did meet in it.
 */
export function conflictsOf(automations: Automations, spans?: readonly DryRunSpan[]): Conflict[] {
  const asks = Object.entries(automations)
    .filter(([, automation]) => isActing(automation))
    .flatMap(([id, automation]) => asksOf(id, automation))
    .toSorted(firstAsk);
  const found = new Map<string, Conflict>();
  for (const [index, ask] of asks.entries())
    for (const other of asks.slice(index + 1)) {
      const key = [ask.output, ask.id, other.id].join(" ");
      if (ask.id === other.id || ask.output !== other.output || ask.to === other.to || found.has(key)) continue;
      const both = firstMeeting(ask.boxes, other.boxes);
      if (both) found.set(key, conflict(ask, other, both, spans));
    }
  return [...found.values()];
}

function conflict({ output, id }: Ask, other: Ask, { minutes, metrics }: Box, spans?: readonly DryRunSpan[]): Conflict {
  const lost = spans?.filter((span) => span.output === output && span.id === id && span.lost.includes(other.id));
  const seenMs = lost?.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  return { output, winner: id, loser: other.id, minutes, metrics, seenMs };
}

/** As the arbiter has it: by priority, then the older. */
function firstAsk(one: Ask, other: Ask): number {
  return one.automation.priority - other.automation.priority || (one.id < other.id ? -1 : 1);
}

function firstMeeting(ours: readonly Box[], theirs: readonly Box[]): Box | undefined {
  for (const one of ours)
    for (const other of theirs) {
      const both = meet(one, other);
      if (both) return both;
    }
  return undefined;
}

function asksOf(id: string, automation: Automation): Ask[] {
  if (automation.kind === "keep") {
    const { output, to } = automation;
    return [{ id, automation, output, to, boxes: boxesOf(automation.while) }];
  }
  return flatActions("do", automation.do).flatMap(([, action]): Ask[] =>
    action.kind === "set"
      ? [{ id, automation, output: action.output, to: action.to, boxes: [runBox(automation, action)] }]
      : [],
  );
}

type RunAutomation = Extract<Automation, { kind: "run" }>;
type SetAction = Extract<RunAutomation["do"][number], { kind: "set" }>;

const anyTime: Box = { metrics: new Map(), outputs: new Map(), minutes: undefined, sun: undefined };

/**
 * From when it is set off until it lets go. Its condition counts only at the beginning, so that afterwards anything may be
 * measured; the time of day is known where only clocks set it off and end it, without waits.
 */
function runBox({ when, do: actions }: RunAutomation, { forSeconds, until }: SetAction): Box {
  if (flatActions("do", actions).some(([, { kind }]) => kind === "wait")) return anyTime;
  const spans: Span[] = [];
  for (const trigger of when) {
    if (trigger.kind !== "moment" || !("time" in trigger.at)) return anyTime;
    const from = minutesOf(trigger.at.time);
    if (until && !("time" in until)) return anyTime;
    const to = until ? minutesOf(until.time) : from + (forSeconds ?? 0) / 60;
    spans.push(...wrapped(from, until && to <= from ? to + 1_440 : to));
  }
  return { ...anyTime, minutes: spans };
}

/** A span that may pass midnight, as spans of one day. */
function wrapped(from: number, to: number): Span[] {
  if (to <= 1_440) return [{ from, to }];
  return [
    { from: 0, to: Math.min(to - 1_440, 1_440) },
    { from, to: 1_440 },
  ];
}
