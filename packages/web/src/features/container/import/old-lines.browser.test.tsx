import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { render, say } from "../../../testing/render.tsx";
import { CheckReport } from "./check-report.tsx";
import type { FileReport } from "./import.data.ts";
import { type Draft, draftOf } from "./import-draft.ts";

const mapping = {
  time: { column: "when", format: "dd/MM/yyyy HH:mm", zone: "UTC" },
  missing: [],
  columns: [{ column: "PV", metric: "solar.power", multiply: 1 }],
};

/** Lines from before 2020, among others that are not. */
const reportOf = (early: number, good: number): FileReport => ({
  metrics: [{ metric: "solar.power", unit: "W" }],
  rows: [{ at: "2026-06-01T07:00:00.000Z", values: [1250] }],
  counts: { lines: early + good, good, withoutReading: 0, wrong: 0, early, mistakes: 0 },
  dialect: { separator: ";", decimal: "," },
  from: "2026-06-01T07:00:00.000Z",
  to: "2026-06-02T07:15:00.000Z",
  early: {
    ...{ from: "2019-06-01T07:00:00.000Z", to: "2019-06-01T07:00:00.000Z" },
    ...{ earliest: "2020-01-01T00:00:00.000Z", shift: "31w" },
  },
  errors: [],
  stored: null as never,
  replacing: null,
});

test("a line that is too old among others is offered to be left out, and not to move them all", async () => {
  await loadTexts("import", "ui");
  const drafts: Draft[] = [];
  const show = (report: FileReport) =>
    render(() => (
      <CheckReport
        {...{ report, zone: "UTC", draft: draftOf(mapping) }}
        kind="csv"
        fileName="a.csv"
        onChange={(draft) => drafts.push(draft)}
      />
    ));
  await show(reportOf(1, 3));
  await expect.element(page.getByText(/^1 line is from before 01\/01\/2020, which is too old/)).toBeVisible();
  const move = page.getByRole("button", { name: say("import:check.shift", { weeks: "31" }) });
  await expect.element(move).not.toBeInTheDocument();
  await page.getByRole("checkbox", { name: say("import:check.leaveOut", { count: 1 }) }).click();
  expect(drafts.at(-1)).toMatchObject({ leaveOut: true });
  await show(reportOf(3, 3));
  await move.click();
  expect(drafts.at(-1)).toMatchObject({ shift: "31w" });
});
