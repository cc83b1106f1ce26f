/** What a load draws, from how consumption changed each time that it was switched. Pure. */

/** What a reading says of loads and of what all of them draw; undefined: not known. */
export interface LoadReading {
  on: readonly (boolean | undefined)[];
  loadW: number | undefined;
}

export interface LoadSteps {
  /** It was ever read where it is. */
  isMeasured: boolean;
  /** W. */
  steps: number[];
}

const fewestSteps = 3;
/** More of them make no better mean. */
const mostSteps = 200;

export function newLoadSteps(): LoadSteps {
  return { isMeasured: false, steps: [] };
}

/** @param place Of the load, among those of both readings. */
export function noteStep(found: LoadSteps, place: number, before: LoadReading, after: LoadReading): void {
  const [was, is] = [before.on[place], after.on[place]];
  if (is === undefined) return;
  found.isMeasured = true;
  if (was === undefined || was === is || found.steps.length >= mostSteps) return;
  // Where several were switched at once, nobody knows which drew what.
  const isAlone = before.on.every((one, index) => index === place || one === after.on[index]);
  if (!isAlone || before.loadW === undefined || after.loadW === undefined) return;
  found.steps.push(is ? after.loadW - before.loadW : before.loadW - after.loadW);
}

/** W; undefined: it was not switched often enough to tell. */
export function powerOf({ steps }: LoadSteps): number | undefined {
  if (steps.length < fewestSteps) return undefined;
  const sorted = steps.toSorted((one, other) => one - other);
  return Math.max(0, sorted[Math.floor(sorted.length / 2)] ?? 0);
}
