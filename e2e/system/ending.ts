/** Cleaning up after a test or, outside a test, when a program asks for it. */

type Step = () => unknown;

/** Loading the test runner outside a test would fail. */
const runner = process.env["VITEST"] === undefined ? undefined : await import("vitest");
const steps: Step[] = [];

/** Runs a step when this test is over; the last step added runs first. */
export function atEnd(step: Step): void {
  if (runner) runner.onTestFinished(async () => void (await step()));
  else steps.push(step);
}

/** Outside tests: runs the steps added so far. */
export async function endAll(): Promise<void> {
  for (const step of steps.splice(0).reverse()) await step();
}
