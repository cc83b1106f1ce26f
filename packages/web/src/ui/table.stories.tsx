import { useState } from "react";

import { formatQuantityText } from "../core/format.ts";
import type { Story } from "../testing/story.tsx";
import { useWords } from "../testing/story-words.ts";
import { SortHeader, type SortDirection } from "./sort-header.tsx";
import table from "./table.module.css";
import { useLocale } from "./use-locale.ts";

const rows = [
  { name: "Agadez", powerW: undefined },
  { name: "Kisumu", powerW: 640 },
  { name: "Lodwar", powerW: 1_820 },
];

function Example() {
  const words = useWords();
  const locale = useLocale();
  const [direction, setDirection] = useState<SortDirection>("ascending");
  return (
    <div className={table.frame}>
      <table className={table.table}>
        <thead>
          <tr>
            <SortHeader
              label={words.name}
              direction={direction}
              onSort={() => setDirection(direction === "ascending" ? "descending" : "ascending")}
            />
            <SortHeader label={words.load} direction={undefined} isFigure onSort={() => {}} />
          </tr>
        </thead>
        <tbody>
          {(direction === "ascending" ? rows : rows.toReversed()).map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              <td className="og-amount">{formatQuantityText(row.powerW, "W", locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export const stories: readonly Story[] = [{ name: "table", room: "wide", states: { sorted: Example } }];
