import { type Moment, momentsIn, type MomentSpan, type Place } from "../../core/moments.ts";
import { type Automations, type Condition, isActing } from "./automations.schema.ts";
import { evaluate, type Facts } from "./conditions.ts";

/**
 * When the times of rules that keep an output ask for something else of it next, epoch ms; undefined: not in this span. What is
 * measured is left open: only a time that makes a difference counts. Pure.
 */
export function nextKeepEdge(
  automations: Automations,
  target: string,
  place: Place,
  { afterMs, untilMs }: MomentSpan,
): number | undefined {
  const edges = Object.values(automations).flatMap((automation) => {
    if (automation.kind !== "keep" || !isActing(automation) || automation.output !== target) return [];
    const { while: condition } = automation;
    const is = (atMs: number) => evaluate("while", condition, nothingMeasured(place), {}, atMs).is;
    const moments = momentsOf(condition).flatMap((moment) => momentsIn(moment, place, { afterMs, untilMs }, options));
    return moments.filter((atMs) => margins.some((ms) => is(atMs - ms) !== is(atMs + ms - 1)));
  });
  return edges.length === 0 ? undefined : Math.min(...edges);
}

/** Clocks are exact; the sun rises and sets to within a minute. */
const margins = [1, 60_000];
const options = { withStandIns: true };

/** The times at which a condition may become true or false by the clock. */
function momentsOf(condition: Condition): Moment[] {
  if (condition.kind === "group") return condition.of.flatMap(momentsOf);
  if (condition.kind === "time") return [condition.from, condition.to];
  return condition.kind === "sun" ? [{ sun: "sunrise" }, { sun: "sunset" }] : [];
}

function nothingMeasured(place: Place): Facts {
  return { readingOf: () => undefined, isOn: () => undefined, place, isClockRight: true, everyMs: 1_000 };
}
