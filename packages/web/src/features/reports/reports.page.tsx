import { useTranslation } from "react-i18next";

import { Async } from "../../ui/async.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { useReports } from "./reports.data.ts";

export function ReportsPage() {
  const { t } = useTranslation(["reports", "shared"]);
  const rows = useReports();
  return (
    <>
      <PageHeader title={t("shared:screen.reports")} />
      <Async of={rows} empty={<EmptyState title={t("empty.title")} why={t("empty.why")} />}>
        {(found) => (
          <ul>
            {found.map(({ id, plan }) => (
              <li key={id}>{plan.name}</li>
            ))}
          </ul>
        )}
      </Async>
    </>
  );
}
