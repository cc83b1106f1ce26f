import type { SessionRow } from "@offgrid/contract/session/session.schema";
import { useState } from "react";

import { formatQuantityText } from "../core/format.ts";
import { Pager } from "../ui/pager.tsx";
import { PeriodBar } from "../ui/period-bar.tsx";
import type { PeriodChoice } from "../ui/period-range.ts";
import { SearchField } from "../ui/search-field.tsx";
import { SessionList } from "../ui/session-list.tsx";
import { SortHeader, type SortDirection } from "../ui/sort-header.tsx";
import { StatusMark } from "../ui/status-mark.tsx";
import table from "../ui/table.module.css";
import { useLocale } from "../ui/use-locale.ts";
import { Example } from "./example.tsx";
import styles from "./gallery.module.css";
import { nowMs, zone } from "./samples.ts";
import { useWords } from "./words.ts";

const rows = [
  { name: "Lodwar", state: "online", powerW: 1_820 },
  { name: "Kisumu", state: "just_offline", powerW: 640 },
  { name: "Agadez", state: "offline", powerW: undefined },
] as const;

const sessions: readonly SessionRow[] = [
  {
    id: "a",
    createdAt: new Date(nowMs - 86_400_000).toISOString(),
    lastUsed: new Date(nowMs).toISOString(),
    expiresAt: new Date(nowMs + 86_400_000).toISOString(),
    address: "192.0.2.7",
    agent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    current: true,
  },
  {
    id: "b",
    createdAt: new Date(nowMs - 9 * 86_400_000).toISOString(),
    lastUsed: new Date(nowMs - 86_400_000).toISOString(),
    expiresAt: new Date(nowMs + 86_400_000).toISOString(),
    address: null,
    agent: null,
    current: false,
  },
];

export function ListExamples() {
  const words = useWords();
  const locale = useLocale();
  const [direction, setDirection] = useState<SortDirection>("ascending");
  const [page, setPage] = useState(2);
  const [text, setText] = useState("");
  const [period, setPeriod] = useState<PeriodChoice>({ period: "7_days" });
  const custom: PeriodChoice = { period: "custom", from: nowMs - 5 * 86_400_000, to: nowMs };
  return (
    <>
      <Example name="table">
        <div className={`${table.frame} ${styles.wide}`}>
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
                  <th scope="row">
                    {row.name} <StatusMark state={row.state} />
                  </th>
                  <td className={table.figure}>{formatQuantityText(row.powerW, "W", locale)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Example>
      <Example name="pager">
        <Pager page={page} pageSize={50} total={1_234} onPage={setPage} />
        <Pager page={1} pageSize={50} total={7} onPage={() => {}} />
      </Example>
      <Example name="search-field">
        <SearchField label={words.find} clearLabel={words.clear} text={text} onText={setText} />
        <SearchField label={words.find} clearLabel={words.clear} text="Lodwar" onText={() => {}} />
      </Example>
      <Example name="period-bar">
        <div className={styles.wide}>
          <PeriodBar value={period} onChange={setPeriod} now={nowMs} zone={zone} />
        </div>
        <div className={styles.wide}>
          <PeriodBar
            value={custom}
            periods={["day", "week", "month", "year", "custom"]}
            onChange={() => {}}
            now={nowMs}
            zone={zone}
          />
        </div>
      </Example>
      <Example name="session-list">
        <div className={styles.wide}>
          <SessionList sessions={sessions} ending={undefined} onEnd={() => {}} />
        </div>
      </Example>
    </>
  );
}
