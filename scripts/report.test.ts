import { describe, expect, test } from "vitest";

import { addCounts, closingLine, countBrowser, countUnit } from "./report.ts";

const unitFile = (status: string, ...tests: [string, string][]) => ({
  name: "a.test.ts",
  status,
  assertionResults: tests.map(([fullName, state]) => ({ fullName, status: state })),
});

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

  test("an error outside of all tests is a failure", () => {
    expect(closingLine(countUnit({ success: false, testResults: [unitFile("passed", ["adds", "passed"])] }))).toBe(
      "1 passed, 1 failed",
    );
  });

  test("a journey that passed only on a second try is a failure, and a skipped one says what it needs", () => {
    const spec = (title: string, status: string, reason?: string) => ({
      title,
      tests: [{ status, annotations: reason === undefined ? [] : [{ type: "skip", description: reason }] }],
    });
    const counts = countBrowser({
      errors: [],
      suites: [
        {
          specs: [spec("signs in", "expected")],
          suites: [{ specs: [spec("waits", "flaky"), spec("replays", "skipped", "needs ../shared/data/victron-bct")] }],
        },
      ],
    });
    expect(closingLine(counts)).toBe("1 passed, 1 failed, 1 skipped");
    expect(counts.skipped[0]?.reason).toBe("needs ../shared/data/victron-bct");
  });

  test("a browser run that could not begin is a failure", () => {
    expect(closingLine(countBrowser({ errors: [{ message: "no port" }], suites: [] }))).toBe("0 passed, 1 failed");
  });

  test("parts add up", () => {
    const part = { passed: 2, failed: 0, skipped: [] };
    expect(closingLine(addCounts([part, part]))).toBe("4 passed, 0 failed");
  });
});
