/** Turns the JSON reports of the test runners into counts, and counts into the closing line. */
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

import { z } from "zod";

export interface Skip {
  title: string;
  /** What it needs, where the test says so. */
  reason: string | undefined;
}

export interface Failure {
  /** File, and of a test its title. */
  name: string;
  /** What the runner said of it, in colours where it used some. */
  message: string;
}

export interface Counts {
  passed: number;
  failed: number;
  skipped: readonly Skip[];
  /** Those that the runner names; a run that broke off without naming any has none. */
  failures: readonly Failure[];
}

const UnitReport = z.object({
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      message: z.string().nullish(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          duration: z.number().nullish(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

interface BrowserSuite {
  title: string;
  specs?: {
    title: string;
    file: string;
    tests: {
      status: string;
      annotations: { type: string; description?: string | undefined }[];
      results: { duration: number; errors?: { message?: string | undefined }[] | undefined }[];
    }[];
  }[];
  suites?: BrowserSuite[];
}
const BrowserSuite: z.ZodType<BrowserSuite> = z.lazy(() =>
  z.object({
    title: z.string(),
    specs: z
      .array(
        z.object({
          title: z.string(),
          file: z.string(),
          tests: z.array(
            z.object({
              status: z.string(),
              annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
              results: z.array(
                z.object({
                  duration: z.number(),
                  errors: z.array(z.object({ message: z.string().optional() })).optional(),
                }),
              ),
            }),
          ),
        }),
      )
      .optional(),
    suites: z.array(BrowserSuite).optional(),
  }),
);
const BrowserReport = z.object({ suites: z.array(BrowserSuite), errors: z.array(z.unknown()) });

/**
 * Counts of a vitest JSON report. A file that did not load counts as one failure, and so does a run that failed although
 * each test passed (an error outside of the tests).
 */
export function countUnit(report: unknown): Counts {
  const { success, testResults } = UnitReport.parse(report);
  const tests = testResults.flatMap((file) => file.assertionResults.map((test) => ({ ...test, file: file.name })));
  const notLoaded = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  const failedTests = tests.filter((test) => test.status === "failed");
  const failed = failedTests.length + notLoaded.length;
  return {
    passed: tests.filter((test) => test.status === "passed").length,
    failed: failed === 0 && !success ? 1 : failed,
    skipped: tests
      .filter((test) => test.status !== "passed" && test.status !== "failed")
      .map((test) => ({ title: test.fullName, reason: undefined })),
    failures: [
      ...notLoaded.map((file) => ({ name: file.name, message: file.message ?? "" })),
      ...failedTests.map(({ file, fullName, failureMessages }) => ({
        name: `${file}: ${fullName}`,
        message: failureMessages?.join("\n") ?? "",
      })),
    ],
  };
}

/** Counts of a Playwright JSON report. A test that passed only on a second try counts as failed: we allow no flaking. */
export function countBrowser(report: unknown): Counts {
  const { suites, errors } = BrowserReport.parse(report);
  const tests = suites.flatMap(testsOf);
  const failures = tests.filter((test) => test.status !== "expected" && test.status !== "skipped");
  return {
    passed: tests.filter((test) => test.status === "expected").length,
    failed: failures.length === 0 && errors.length > 0 ? errors.length : failures.length,
    skipped: tests.filter((test) => test.status === "skipped").map(({ title, reason }) => ({ title, reason })),
    failures: failures.map(({ name, message }) => ({ name, message })),
  };
}

/** What ran for how long. */
export interface Timing {
  /** File, and of a test its title. */
  name: string;
  durationMs: number;
}

/** How long tests and their files took; a file with all that it prepares. */
export interface Timings {
  tests: readonly Timing[];
  files: readonly Timing[];
}

/** @param root Folder of the repository, by which files are named. */
export function unitTimings(report: unknown, root: string): Timings {
  const { testResults } = UnitReport.parse(report);
  const files = testResults.map((file) => ({ ...file, path: relative(root, file.name) }));
  return {
    tests: files.flatMap(({ path, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({ name: `${path}: ${fullName}`, durationMs: duration ?? 0 })),
    ),
    files: files.map(({ path, startTime, endTime }) => ({ name: path, durationMs: endTime - startTime })),
  };
}

/** Files are the sums of their tests, which may have run side by side. */
export function browserTimings(report: unknown): Timings {
  const tests = BrowserReport.parse(report).suites.flatMap((suite) => timesOf(suite, []));
  const files = new Map<string, number>();
  for (const { file, durationMs } of tests) files.set(file, (files.get(file) ?? 0) + durationMs);
  return {
    tests: tests.map(({ file, title, durationMs }) => ({ name: `${file}: ${title}`, durationMs })),
    files: [...files].map(([name, durationMs]) => ({ name, durationMs })),
  };
}

function timesOf(suite: BrowserSuite, above: readonly string[]): { file: string; title: string; durationMs: number }[] {
  // The look of a screen stands above its title, and the file above all.
  const titles = [...above, suite.title];
  const own = (suite.specs ?? []).flatMap(({ file, title, tests }) =>
    tests.map(({ results }) => ({
      file: `e2e/${file}`,
      title: [...titles.slice(1), title].join(", "),
      durationMs: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => timesOf(inner, titles))];
}

/** The slowest, a line each, slowest first. */
export function slowest(timings: readonly Timing[], count: number): string[] {
  return timings
    .toSorted((one, other) => other.durationMs - one.durationMs)
    .slice(0, count)
    .map(({ name, durationMs }) => `${(durationMs / 1000).toFixed(1).padStart(7)} s  ${name}`);
}

/** Each failure with the first lines of what its runner said, in plain text: what stands last is what is read first. */
export function failureLines(failures: readonly Failure[], root: string, most = 12): string[] {
  return failures.flatMap(({ name, message }) => [
    `  ${name.startsWith(root) ? relative(root, name) : name}`,
    ...stripVTControlCharacters(message)
      .split("\n")
      .filter((line) => line.trim() !== "")
      .slice(0, most)
      .map((line) => `    ${line}`),
  ]);
}

function testsOf(suite: BrowserSuite): (Failure & { title: string; status: string; reason: string | undefined })[] {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map((test) => ({
      title: spec.title,
      name: `e2e/${spec.file}: ${spec.title}`,
      message: test.results.flatMap(({ errors }) => errors?.map((error) => error.message ?? "") ?? []).join("\n"),
      status: test.status,
      reason: test.annotations.find((note) => note.type === "skip")?.description,
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)];
}

/** One sum of several parts. */
export function addCounts(parts: readonly Counts[]): Counts {
  return {
    passed: parts.reduce((sum, part) => sum + part.passed, 0),
    failed: parts.reduce((sum, part) => sum + part.failed, 0),
    skipped: parts.flatMap((part) => part.skipped),
    failures: parts.flatMap((part) => part.failures),
  };
}

/** `12 passed, 0 failed`, and `, 1 skipped` only where something was. */
export function closingLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}`;
}
