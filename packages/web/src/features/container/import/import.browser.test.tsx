import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible } from "../../../testing/good-part.ts";
import { type Look, render, say } from "../../../testing/render.tsx";
import { CheckReport } from "./check-report.tsx";
import { ColumnTable } from "./column-table.tsx";
import { type Draft, draftOf } from "./import-draft.ts";
import { ImportDrop } from "./import-drop.tsx";
import type { Choice, Replacing } from "./import-choice.ts";
import type { FileReport, ImportPlan, ImportState } from "./import.data.ts";
import { ImportList } from "./import-list.tsx";
import { ImportStart } from "./import-start.tsx";
import { FormatFields } from "./format-fields.tsx";

const looks: Look[] = [
  { language: "en", width: 1000 },
  { language: "fr", width: 400, colorScheme: "dark" },
];
const zone = "Africa/Nairobi";
const mapping = {
  time: { column: "when", format: "dd/MM/yyyy HH:mm", zone },
  missing: [],
  columns: [{ column: "PV (kW)", metric: "solar.power", multiply: 1000 }],
};
const columns = [
  { name: "when", samples: ["01/06/2026 10:00"] },
  { name: "PV (kW)", samples: ["1,25", "2,5"] },
  { name: "note", samples: ["a", "b"] },
];
const report: FileReport = {
  metrics: [{ metric: "solar.power", unit: "W" }],
  rows: [
    { at: "2026-06-01T07:00:00.000Z", values: [1250] },
    { at: "2026-06-01T07:15:00.000Z", values: [null] },
  ],
  counts: { lines: 6, good: 3, withoutReading: 1, wrong: 1, early: 1, mistakes: 1 },
  dialect: { separator: ";", decimal: "," },
  from: "2026-06-01T07:00:00.000Z",
  to: "2026-06-02T07:15:00.000Z",
  early: {
    from: "2019-06-01T07:00:00.000Z",
    to: "2019-06-01T07:00:00.000Z",
    earliest: "2020-01-01T00:00:00.000Z",
    shift: "31w",
  },
  errors: [{ line: 4, column: "PV (kW)", code: "number", message: "?", cell: "much" }],
  stored: {
    same: 1,
    differing: 7,
    hasNew: true,
    from: "2026-06-01T07:00:00.000Z",
    to: "2026-06-02T07:15:00.000Z",
    metrics: [
      {
        metric: "solar.power",
        unit: "W",
        differing: 7,
        first: [
          { at: "2026-06-01T07:00:00.000Z", stored: 1250, file: 2500 },
          { at: "2026-06-01T07:15:00.000Z", stored: 1250.25, file: 1250.5 },
        ],
      },
    ],
  },
  replacing: null,
};

/** What a correction would replace, once it is counted. */
function counted(data: Replacing | null) {
  return { data, error: null, isPending: false, isFetching: false, refetch: () => undefined };
}
const replacing: Replacing = {
  replaced: 9,
  removed: 2,
  stored: 12,
  beyond: 852,
  from: "2026-06-01T07:00:00.000Z",
  to: "2026-06-01T09:00:00.000Z",
};

interface StartingProps {
  report: FileReport;
  replacing?: Replacing | null;
  onStart?: (plan: ImportPlan) => void;
}

function Starting({ report: given, replacing: found = replacing, onStart }: StartingProps) {
  const [choice, choose] = useState<Choice>({ how: "add", beyond: false });
  return (
    <ImportStart
      {...{ zone, choice }}
      report={given}
      plan={{ mapping, leaveOut: true }}
      container="Agadez"
      fileName="a.csv"
      replacing={counted(found)}
      isBlocked={false}
      onChoice={choose}
      onStart={async (plan) => onStart?.(plan)}
    />
  );
}

/** The choices, one after the other. */
const drafts: Draft[] = [];

/** Most of its lines are from a time before the portal takes any. */
const manyOld: FileReport = { ...report, counts: { ...report.counts, lines: 8, early: 3 } };

function Choices() {
  const [now, choose] = useState<Draft>(draftOf(mapping));
  const set = (next: Draft) => {
    drafts.push(next);
    choose(next);
  };
  return (
    <div className="og-stack">
      <ColumnTable columns={columns} draft={now} onChange={set} />
      <FormatFields
        file={{ kind: "csv", isDayOrderUnsure: true }}
        draft={now}
        zone={zone}
        found={report.dialect}
        onChange={set}
      />
      <h3>Check</h3>
      <CheckReport report={manyOld} kind="csv" fileName="a.csv" zone={zone} draft={now} onChange={set} />
    </div>
  );
}

test("lines of which only the year is asked about are not said to be lost", async () => {
  await loadTexts("import", "ui");
  const early = { ...report, counts: { ...report.counts, good: 0, wrong: 0, early: 199 }, errors: [] };
  const shown = { report: early, kind: "csv", fileName: "a.csv", zone, draft: draftOf(mapping) } as const;
  await render(() => <CheckReport {...shown} onChange={() => {}} />, {});
  await expect.element(page.getByText(say("import:check.goodOnce", { count: 199 }))).toBeVisible();
});

test("columns, format and what is wrong are corrected where they stand, in both languages and widths", async () => {
  await loadTexts("import", "ui");
  for (const look of looks) {
    await render(Choices, look);
    await expectAccessible();
    await page.getByRole("combobox", { name: `note: ${say("import:columns.means")}` }).selectOptions("solar.power");
    await expect.element(page.getByText(say("import:columns.twice"))).toBeVisible();
    await page.getByRole("combobox", { name: `note: ${say("import:columns.means")}` }).selectOptions("");
    await page.getByRole("combobox", { name: `PV (kW): ${say("import:columns.unit")}` }).selectOptions("W");
    await page.getByRole("checkbox", { name: `PV (kW): ${say("import:columns.reversedLong")}` }).click();
    expect(drafts.at(-1)?.metrics).toEqual({ "PV (kW)": { metric: "solar.power", multiply: -1 } });
    await expect.element(page.getByText(say("import:format.unsure"))).toBeVisible();
    await page
      .getByRole("combobox", { name: say("import:format.time"), exact: true })
      .selectOptions("MM/dd/yyyy HH:mm");
    await page.getByRole("button", { name: say("import:check.shift", { weeks: "31" }) }).click();
    await page.getByRole("checkbox", { name: say("import:check.leaveOut", { count: 4 }) }).click();
    expect(drafts.at(-1)).toMatchObject({ format: "MM/dd/yyyy HH:mm", shift: "31w", leaveOut: true });
  }
});

test("a correction is the second choice, says what it replaces and what stays, and starts only once confirmed", async () => {
  await loadTexts("import", "ui");
  for (const look of looks) {
    const started: ImportPlan[] = [];
    await render(() => <Starting report={report} onStart={(one) => started.push(one)} />, look);
    // The differences are said where it is chosen what becomes of them, before anything is started.
    await expect
      .element(page.getByText(look.language === "fr" ? /^7 valeurs .* diff/ : /^7 readings .* differ/))
      .toBeVisible();
    await expect.element(page.getByText(say("import:how.alsoSame", { count: 1 }))).toBeVisible();
    await page.getByText(say("import:how.replace"), { exact: true }).click();
    // Those are of the whole file, and would stand beside others for the chosen days.
    await expect.element(page.getByText(say("import:how.alsoSame", { count: 1 }))).not.toBeInTheDocument();
    await expect.element(page.getByText(say("import:replacing.stays", { count: 852 }))).toBeVisible();
    await expect
      .element(
        page.getByText(
          look.language === "fr" ? /^9 mesures sont remplacées et 2 sont/ : /^9 readings are replaced and 2 are/,
        ),
      )
      .toBeVisible();
    await expectAccessible();
    await page.getByRole("button", { name: say("import:go.replace") }).click();
    const dialog = page.getByRole("dialog");
    await expect.element(dialog.getByText(say("import:replacing.stays", { count: 852 }))).toBeVisible();
    await dialog.getByRole("button", { name: say("ui:form.cancel") }).click();
    await page.getByRole("checkbox", { name: say("import:replacing.remove", { count: 852 }) }).click();
    await page.getByRole("button", { name: say("import:go.replace") }).click();
    await expect.element(dialog.getByText(say("import:replacing.around", { count: 852 }))).toBeVisible();
    await expect.element(dialog.getByText(/ 854 (are removed|sont supprimées), /)).toBeVisible();
    expect(started).toEqual([]);
    await dialog.getByRole("button", { name: say("import:go.confirmAct"), exact: true }).click();
    await expect.poll(() => started).toHaveLength(1);
    expect(started[0]?.replace).toEqual({
      from: "2026-05-31T21:00:00.000Z",
      to: "2026-06-02T21:00:00.000Z",
      metrics: ["solar.power"],
      beyond: true,
    });
  }
});

test("the readings that differ are named by metric, so that the difference can be seen", async () => {
  await loadTexts("import", "ui");
  for (const look of looks) {
    await render(() => <Starting report={report} />, look);
    const rows = page.getByRole("row");
    const [first, second] =
      look.language === "fr"
        ? [
            ["1 250", "2 500"],
            ["1 250,25", "1 250,5"],
          ]
        : [
            ["1,250", "2,500"],
            ["1,250.25", "1,250.5"],
          ];
    for (const [row, texts] of [
      [1, first],
      [2, second],
    ] as const)
      for (const text of texts ?? [])
        await expect.element(rows.nth(row)).toHaveTextContent(new RegExp(text.replaceAll(" ", "\\s")));
    await expect.element(page.getByText(say("import:check.more", { count: 5 }))).toBeVisible();
    await expectAccessible();
  }
});

test("nothing is corrected by a file without readings of the chosen days", async () => {
  await loadTexts("import", "ui");
  await render(() => (
    <Starting report={report} replacing={{ ...replacing, replaced: 0, removed: 0, stored: 0, from: null, to: null }} />
  ));
  await page.getByText(say("import:how.replace"), { exact: true }).click();
  await expect.element(page.getByText(say("import:replacing.none"))).toBeVisible();
  await expect.element(page.getByRole("button", { name: say("import:go.replace") })).toBeDisabled();
});

const state: ImportState = {
  importId: 7,
  name: "history.csv",
  kind: "csv",
  state: "running",
  by: "Amina",
  madeAt: "2026-06-02T07:15:00.000Z",
  finishedAt: null,
  progress: 0.4,
  isReplacing: false,
  counts: { lines: 10, added: 4, completed: 0, conflicts: 0, refused: 0, replaced: 0, removed: 0 },
  failure: "disk_full",
  undoUntil: null,
};

test("a file of which nothing is here, nothing differs, or that cannot be compared in time, says so", async () => {
  await loadTexts("import", "ui");
  for (const [same, words] of [
    [0, "none"],
    [3, "same"],
    [undefined, "unknown"],
  ] as const) {
    const stored = same === undefined ? null : { same, differing: 0, hasNew: true, from: null, to: null, metrics: [] };
    await render(() => <Starting report={{ ...report, stored }} />);
    await expect.element(page.getByText(say(`import:how.${words}`, { count: same ?? 0 }))).toBeVisible();
  }
});

test("a file whose readings are all here already is not offered for import", async () => {
  await loadTexts("import", "ui");
  const stored = { same: 3, differing: 0, hasNew: false, from: null, to: null, metrics: [] };
  await render(() => <Starting report={{ ...report, stored }} />);
  await expect.element(page.getByText(say("import:how.nothingNew"))).toBeVisible();
  await expect
    .element(page.getByRole("button", { name: say("import:go.import", { count: 3 }) }))
    .not.toBeInTheDocument();
});

test("each import says how far it is and what can be done about it", async () => {
  await loadTexts("import", "ui");
  for (const look of looks) {
    const acts: string[] = [];
    const act = (name: string) => (one: ImportState) => void acts.push(`${name} ${one.importId}`);
    const imports: ImportState[] = [
      state,
      { ...state, importId: 8, state: "uploaded", failure: null },
      {
        ...state,
        importId: 9,
        state: "done",
        failure: null,
        counts: { ...state.counts, refused: 2, replaced: 3, removed: 4 },
        undoUntil: "2026-07-02T07:15:00.000Z",
      },
      { ...state, importId: 10, name: "broken.csv", state: "failed", failure: "wrong_lines" },
      {
        ...state,
        importId: 11,
        name: "corrected.csv",
        state: "undone",
        failure: null,
        counts: { ...state.counts, added: 0, replaced: 5, removed: 6 },
      },
    ];
    await render(
      () => (
        <ImportList
          {...{ imports, zone }}
          onContinue={act("continue")}
          onStop={act("stop")}
          onUndo={act("undo")}
          onRemove={act("remove")}
          onReport={act("report")}
        />
      ),
      look,
    );
    await expectAccessible();
    await expect.element(page.getByRole("progressbar")).toHaveAttribute("value", "0.4");
    await expect.element(page.getByText(say("import:failure.disk_full"))).toBeVisible();
    const [replaced, removed] = (["replaced", "removed"] as const).map((kind, place) =>
      say(`import:result.${kind}`, { count: 3 + place }),
    );
    await expect.element(page.getByText(`${replaced}; ${removed}; `)).toBeVisible();
    const back = `${say("import:result.replacedBack", { count: 5 })}; ${say("import:result.removedBack", { count: 6 })}.`;
    await expect.element(page.getByText(back, { exact: true })).toBeVisible();
    for (const name of ["stop", "continue", "undo", "report"] as const)
      await page.getByRole("button", { name: `${say(`import:list.${name}`)}: history.csv` }).click();
    // What can still be undone stays, and what is under way is stopped first.
    const remove = say("import:list.remove");
    for (const name of ["history.csv", "broken.csv"])
      await page.getByRole("button", { name: `${remove}: ${name}`, exact: true }).click();
    expect(acts).toEqual(["stop 7", "continue 8", "undo 9", "report 9", "remove 8", "remove 10"]);
  }
});

test("without a connection no file is taken, and the reason is said", async () => {
  await loadTexts("import", "ui");
  await render(() => <ImportDrop isOffline onFile={() => Promise.resolve()} />, { language: "en", width: 400 });
  await expectAccessible();
  await expect.element(page.getByText(say("import:drop.offline"))).toBeVisible();
  await expect.element(page.getByRole("button", { name: say("import:drop.choose") })).toBeDisabled();
});
