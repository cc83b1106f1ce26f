import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible } from "../../../testing/good-part.ts";
import { render, say } from "../../../testing/render.tsx";
import { ColumnTable } from "./column-table.tsx";
import { FormatFields } from "./format-fields.tsx";
import { draftOf } from "./import-draft.ts";

const mapping = {
  time: { column: "Date", format: "dd/MM/yyyy", zone: "UTC" },
  missing: [],
  columns: [{ column: "SOC", metric: "battery.soc", multiply: 1 }],
};
const columns = [
  { name: "Date", samples: ["20/11/2026"] },
  { name: "Time", samples: ["8:00 AM"] },
  { name: "SOC", samples: ["61"] },
];

function Choices() {
  const [draft, set] = useState(draftOf(mapping));
  return (
    <>
      <ColumnTable columns={columns} draft={draft} onChange={set} />
      <FormatFields
        file={{ kind: "csv", isDayOrderUnsure: false }}
        draft={draft}
        zone="UTC"
        found={undefined}
        onChange={set}
      />
    </>
  );
}

test("a time that comes from two columns is shown as that, in both languages and widths", async () => {
  await loadTexts("import", "ui");
  for (const look of [
    { language: "en", width: 1000 },
    { language: "fr", width: 400, colorScheme: "dark" },
  ] as const) {
    await render(Choices, look);
    const means = (column: string) =>
      page.getByRole("combobox", { name: `${column}: ${say("import:columns.means")}`, exact: true });
    await means("Time").selectOptions("@clock");
    await expect.element(page.getByText(say("import:format.joined", { day: "Date", clock: "Time" }))).toBeVisible();
    await expect.element(means("Date")).toHaveDisplayValue(say("import:columns.day"));
    await expect.element(means("Time")).toHaveDisplayValue(say("import:columns.clock"));
    await expectAccessible();
  }
});
