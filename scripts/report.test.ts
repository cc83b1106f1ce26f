import { describe, expect, test } from "vitest";

import {
  addCounts,
  browserTimings,
  closingLine,
  countBrowser,
  countUnit,
  failureLines,
  slowest,
  unitTimings,
} from "./report.ts";

const unitFile = (status: string, ...tests: [string, string][]) => ({
  name: "/repository/scripts/a.test.ts",
  status,
  startTime: 1_000,
  endTime: 3_500,
  assertionResults: tests.map(([fullName, state], index) => ({ fullName, status: state, duration: 100 * index })),
});

const spec = (title: string, status: string, reason?: string) => ({
  title,
  file: "a.spec.ts",
  tests: [
    {
      status,
      annotations: reason === undefined ? [] : [{ type: "skip", description: reason }],
      results: [
        {
          duration: 10 * title.length,
          errors: status === "flaky" ? [{ message: "\u001B[31mno row\u001B[39m\n\nat 1" }] : [],
        },
      ],
    },
  ],
});
const browserReport = {
  errors: [],
  suites: [
    {
      title: "a.spec.ts",
      specs: [spec("signs in", "expected")],
      suites: [
        {
          title: "in en",
          specs: [spec("waits", "flaky"), spec("replays", "skipped", "needs ../shared/data/victron-bct")],
        },
      ],
    },
  ],
};

describe("the closing line of the tests", () => {
  test("counts passed, failed and skipped tests", () => {
    const counts = countUnit({
      success: false,
      testResults: [unitFile("failed", ["adds", "passed"], ["divides", "failed"], ["reads a file", "skipped"])],
    });
    expect(closingLine(counts)).toBe("1 passed, 1 failed, 1 skipped");
    expect(counts.skipped).toEqual([{ title: "reads a file", reason: undefined }]);
  });

  test("a test file that does not load is a failure", () => {
    const counts = countUnit({
      success: false,
      testResults: [unitFile("passed", ["adds", "passed"]), unitFile("failed")],
    });
    expect(closingLine(counts)).toBe("1 passed, 1 failed");
  });

  test("an error outside all tests is a failure", () => {
    expect(closingLine(countUnit({ success: false, testResults: [unitFile("passed", ["adds", "passed"])] }))).toBe(
      "1 passed, 1 failed",
    );
  });

  test("a journey that passed only on a second try is a failure, and a skipped one says what it needs", () => {
    const counts = countBrowser(browserReport);
    expect(closingLine(counts)).toBe("1 passed, 1 failed, 1 skipped");
    expect(counts.skipped[0]?.reason).toBe("needs ../shared/data/victron-bct");
  });

  test("a browser run that could not begin is a failure", () => {
    expect(closingLine(countBrowser({ errors: [{ message: "no port" }], suites: [] }))).toBe("0 passed, 1 failed");
  });

  test("parts add up", () => {
    const part = { passed: 2, failed: 0, skipped: [], failures: [] };
    expect(closingLine(addCounts([part, part]))).toBe("4 passed, 0 failed");
  });
});

describe("the failures at the end of a run", () => {
  test("name their file and test, with the first lines of the message in plain text", () => {
    const { failures } = countBrowser(browserReport);
    expect(failureLines(failures, "/repository")).toEqual(["  e2e/a.spec.ts: waits", "    no row", "    at 1"]);
    expect(failureLines(failures, "/repository", 1)).toEqual(["  e2e/a.spec.ts: waits", "    no row"]);
  });

  test("of units are named by their path in the repository, also a file that did not load", () => {
    const lost = { ...unitFile("failed"), message: "Cannot find module" };
    const file = unitFile("failed", ["adds", "passed"], ["divides", "failed"]);
    const { failures } = countUnit({ success: false, testResults: [lost, file] });
    expect(failureLines(failures, "/repository")).toEqual([
      "  scripts/a.test.ts",
      "    Cannot find module",
      "  scripts/a.test.ts: divides",
    ]);
  });
});

describe("the slowest tests and files", () => {
  test("of units are named by file and title, and a file counts with what it prepares", () => {
    const report = { success: true, testResults: [unitFile("passed", ["adds", "passed"], ["divides", "passed"])] };
    const { tests, files } = unitTimings(report, "/repository");
    expect(slowest(tests, 1)).toEqual(["    0.1 s  scripts/a.test.ts: divides"]);
    expect(slowest(files, 10)).toEqual(["    2.5 s  scripts/a.test.ts"]);
  });

  test("of journeys are named with the look they were in, and files are the sums of their tests", () => {
    const { tests, files } = browserTimings(browserReport);
    expect(tests.map(({ name }) => name)).toEqual([
      "e2e/a.spec.ts: signs in",
      "e2e/a.spec.ts: in en, waits",
      "e2e/a.spec.ts: in en, replays",
    ]);
    expect(files).toEqual([{ name: "e2e/a.spec.ts", durationMs: 200 }]);
  });
});
