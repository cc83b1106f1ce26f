import { Progress } from "@mantine/core";
import { causeDays } from "@offgrid/contract/tickets/ticket-types";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { Async, quiet } from "../../ui/async.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { type Causes, lately, unsaid, useCauses } from "./tickets.data.ts";

/** What was wrong in each cluster, of tickets that were closed lately. */
export function CausesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("tickets");
  const causes = useCauses();
  return (
    <Dialog size="lg" onClose={onClose} title={t("causes.title")}>
      <div className="og-stack">
        <p className="og-note og-flush">{t("causes.why", { count: causeDays })}</p>
        <Async
          of={quiet(causes)}
          height={160}
          isEmpty={(rows) => rows.length === 0}
          empty={<p className="og-flush">{t("causes.none")}</p>}
        >
          {(rows) => <CauseTables rows={rows} />}
        </Async>
      </div>
    </Dialog>
  );
}

/** One table for each cluster; a number leads to the tickets that it counts. */
export function CauseTables({ rows }: { rows: Causes }) {
  const ids = [...new Set(rows.map(({ cluster }) => cluster?.id))];
  return ids.map((id) => <CauseTable key={id ?? unsaid} rows={rows.filter(({ cluster }) => cluster?.id === id)} />);
}

function CauseTable({ rows }: { rows: Causes }) {
  const { t } = useTranslation("tickets");
  const cluster = rows[0]?.cluster ?? null;
  const sum = rows.reduce((all, { count }) => all + count, 0);
  const name = cluster?.name ?? t("causes.noCluster");
  return (
    <table className="og-table" aria-label={name}>
      <thead>
        <tr>
          <th scope="col" className="og-anywhere">
            {name}
          </th>
          <th scope="col" style={{ width: "30%" }} aria-label={t("causes.part")} />
          <th scope="col" style={{ width: "8rem", textAlign: "end" }}>
            {t("count", { count: sum })}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ cause, count }) => (
          <tr key={cause ?? unsaid}>
            <th scope="row">{t(`closeCause.${cause ?? unsaid}`)}</th>
            <td>
              <Progress value={(100 * count) / sum} aria-label={t("causes.part")} />
            </td>
            <td style={{ textAlign: "end" }}>
              <Link
                className="og-name-link"
                to="/tickets"
                search={{ view: "table", closed: lately, cause: cause ?? unsaid, cluster: cluster?.id ?? unsaid }}
              >
                {t("count", { count })}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
