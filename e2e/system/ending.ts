/** What is cleaned up after a test or, outside of one, when a program asks for it. */

type Step = () => unknown;

/** Loading the test runner outside of a test would fail. */
const runner = process.env["VITEST"] === undefined ? undefined : await import("vitest");
const steps: Step[] = [];

/** Runs a step when this test is over, the last one first. */
export function atEnd(step: Step): void {
  if (runner) runner.onTestFinished(async () => void (await step()));
  else steps.push(step);
}

/** Outside of tests: runs what was asked for so far. */
export async function endAll(): Promise<void> {
  for (const step of steps.splice(0).reverse()) await step();
}
