/**
 * What a test file undoes at its end. Most files share a process and with it the modules of this folder, so a hook of a
 * module would belong to the first file alone; `file-end.setup.ts` runs these steps after each.
 */
const steps: (() => unknown)[] = [];

/** Runs a step after the last test of the file that is running; the last one added runs first. */
export function atFileEnd(step: () => unknown): void {
  steps.push(step);
}

export async function endFile(): Promise<void> {
  for (const step of steps.splice(0).reverse()) await step();
}
