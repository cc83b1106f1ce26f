/**
 * `npm run torture`: the long form of the fault tests, with a ledger of every acknowledged value and a report. `npm run
 * torture -- kills disk` runs the named phases, `--short` a few minutes of each. It ends by itself, with exit code 1 if
 * anything was lost, doubled, different or not as promised.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { buildPrograms } from "../../scripts/build-programs.ts";
import { type Verdict, addVerdicts } from "../ledger/auditor.ts";
import { endAll } from "../system/ending.ts";
import { root } from "../system/programs.ts";
import { databasePhase, killsPhase } from "./crashes.phases.ts";
import { diskPhase } from "./disk.phase.ts";
import { linksPhase, offlinePhase, slowPhase } from "./links.phases.ts";
import { clocksPhase, fuzzPhase, orderPhase } from "./messages.phases.ts";
import { signalsPhase } from "./signals.phase.ts";
import type { Hardness, Phase } from "./torture.types.ts";

const phases: readonly Phase[] = [
  killsPhase,
  databasePhase,
  signalsPhase,
  diskPhase,
  linksPhase,
  slowPhase,
  offlinePhase,
  orderPhase,
  clocksPhase,
  fuzzPhase,
];
const whole: Hardness = {
  kills: 20,
  outageMs: 60_000,
  daysFrames: 27_000,
  archiveFrames: 40_000,
  fleet: 50,
  fuzzConnections: 3_000,
};
const short: Hardness = {
  kills: 3,
  outageMs: 10_000,
  daysFrames: 5_000,
  archiveFrames: 5_000,
  fleet: 10,
  fuzzConnections: 500,
};
/** A whole run proves its promise on at least this many values. */
const leastValues = 1_000_000;
/** Only catches hangs. */
const longestPhaseMs = 10 * 60_000;

interface Result {
  name: string;
  seconds: number;
  verdict: Verdict | undefined;
  facts: readonly string[];
  failure: string | undefined;
  skipped: string | undefined;
}

const words = process.argv.slice(2);
const isShort = words.includes("--short");
const named = words.filter((word) => word !== "--short");
const unknown = named.filter((name) => !phases.some((phase) => phase.name === name));
if (unknown.length > 0) {
  console.error(`No phase is called ${unknown.join(", ")}. There are: ${phases.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    console.error("Stopping; what runs is ended first.");
    void endAll().finally(() => process.exit(1));
  });
}

await buildPrograms();
const began = performance.now();
const results: Result[] = [];
for (const phase of phases.filter(({ name }) => named.length === 0 || named.includes(name))) {
  console.log(`\n${phase.name}: ${phase.summary}`);
  const result = await runPhase(phase);
  results.push(result);
  for (const line of linesOf(result)) console.log(`  ${line}`);
}

const total = addVerdicts(results.flatMap(({ verdict }) => verdict ?? []));
const isWhole = !isShort && named.length === 0;
const tooFew = isWhole && total.values < leastValues;
const failures = results.filter(({ failure }) => failure !== undefined);
const report = [
  `| phase | seconds | acked values | lost | doubled | different | never measured | summaries checked | wrong |`,
  `| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |`,
  ...results.map(({ name, seconds, verdict, failure, skipped }) => {
    if (!verdict) return `| ${name} | ${seconds.toFixed(0)} | ${skipped ?? failure} | | | | | | |`;
    return `| ${name} | ${seconds.toFixed(0)} | ${cells(verdict).join(" | ")} |`;
  }),
  `| together | ${((performance.now() - began) / 1000).toFixed(0)} | ${cells(total).join(" | ")} |`,
  "",
  ...results.flatMap(({ name, facts }) => facts.map((fact) => `- ${name}: ${fact}`)),
].join("\n");
const folder = join(root, "test-results");
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "torture.md"), `${report}\n`);
console.log(`\n${report}\n`);
for (const { name, failure } of failures) console.error(`${name} failed: ${failure}`);
if (tooFew) console.error(`A whole run needs ${count(leastValues)} acked values to prove anything.`);
console.log(`The same as a file: test-results/torture.md`);
console.log(
  `${count(total.lost)} lost, ${count(total.doubled)} doubled, ${count(total.different)} different of ${count(total.values)} acked values; ${failures.length} of ${results.length} phases failed.`,
);
process.exit(failures.length > 0 || tooFew || !isClean(total) ? 1 : 0);

async function runPhase(phase: Phase): Promise<Result> {
  const skipped = phase.obstacle?.();
  const result = { name: phase.name, seconds: 0, verdict: undefined, facts: [], failure: undefined, skipped };
  if (skipped !== undefined) return { ...result, skipped: `skipped: ${skipped}` };
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("It did not come to its end.")), longestPhaseMs);
  });
  try {
    const { verdict, facts } = await Promise.race([phase.run(isShort ? short : whole), late]);
    const failure = isClean(verdict) ? undefined : "the ledger and the database differ";
    return { ...result, seconds: seconds(), verdict, facts, failure };
  } catch (error) {
    return { ...result, seconds: seconds(), failure: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
    await endAll();
  }
}

function linesOf({ seconds, verdict, facts, failure, skipped }: Result): string[] {
  if (skipped !== undefined) return [skipped];
  const lines = [...facts];
  if (verdict) {
    lines.push(
      `${count(verdict.values)} acked values: ${verdict.lost} lost, ${verdict.doubled} doubled, ${verdict.different} different; ${count(verdict.summaries)} summaries, ${verdict.wrongSummaries} wrong`,
    );
  }
  if (failure !== undefined) lines.push(`FAILED: ${failure}`);
  return [...lines, `${seconds.toFixed(1)} s`];
}

function cells(verdict: Verdict): string[] {
  const { values, lost, doubled, different, invented, summaries, wrongSummaries } = verdict;
  return [values, lost, doubled, different, invented, summaries, wrongSummaries].map(count);
}

function isClean({ lost, doubled, different, invented, wrongSummaries }: Verdict): boolean {
  return lost + doubled + different + invented + wrongSummaries === 0;
}

function count(number: number): string {
  return number.toLocaleString("en");
}
