// Adds up the counts that the named files hold; a file that is missing counts as one failure.
import { readFileSync } from "node:fs";

const sum = { passed: 0, failed: 0, skipped: 0 };
for (const path of process.argv.slice(2)) {
  try {
    const { passed, failed, skipped } = JSON.parse(readFileSync(path, "utf8"));
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped.length;
  } catch {
    console.error(`${path} is missing: its part did not run to its end.`);
    sum.failed += 1;
  }
}
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ""}`);
process.exitCode = sum.failed === 0 ? 0 : 1;
