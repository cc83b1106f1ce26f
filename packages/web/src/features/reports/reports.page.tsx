import { Button } from "@mantine/core";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { useCurrentUser } from "../../core/can/current-user.ts";
import { Async, quiet } from "../../ui/async.tsx";
import { columns } from "../../ui/columns.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import { draftOf, newDraft } from "./report-draft.ts";
import { ReportCard } from "./report-card.tsx";
import { ReportForm } from "./report.form.tsx";
import { type Report, useReports } from "./reports.data.ts";

/** What is sent to whom and when, and what came of it. */
export function ReportsPage() {
  const { t } = useTranslation(["reports", "shared"]);
  const reports = useReports();
  return (
    <>
      <PageHeader
        title={t("shared:screen.reports")}
        context={
          <>
            <Link className="og-name-link" to="/charts" search={{}}>
              {t("toCharts")}
            </Link>
            <span aria-hidden>·</span>
            <span>{t("context")}</span>
          </>
        }
        action={
          <Button renderRoot={(props) => <Link to="/reports" search={{ open: "new" }} {...props} />}>{t("new")}</Button>
        }
      />
      <Async of={quiet(reports)} height={240} empty={<EmptyState title={t("empty.title")} why={t("empty.why")} />}>
        {(all) => (
          <ul className="og-plain-list og-grid" style={columns(420)} aria-label={t("list")}>
            {all.map((report) => (
              <li key={report.id}>
                <ReportCard report={report} />
              </li>
            ))}
          </ul>
        )}
      </Async>
      <OpenForm reports={reports.data} />
    </>
  );
}

/** The form that the address asks for: of a new report, or of one that there is. */
function OpenForm({ reports }: { reports: readonly Report[] | undefined }) {
  const { open, chart, container } = useSearch({ from: "/main/reports" });
  const navigate = useNavigate({ from: "/reports" });
  const locale = useLocale();
  const ownId = useCurrentUser()?.id;
  const close = () => void navigate({ search: {}, replace: true });
  const report = reports?.find(({ id }) => id === open);
  if (report) return <ReportForm key={report.id} report={report} initial={draftOf(report)} onClose={close} />;
  if (open !== "new" || ownId === undefined) return null;
  return (
    <ReportForm
      key="new"
      initial={newDraft({ chart, container, zone: browserZone, language: locale, ownId })}
      onClose={close}
    />
  );
}
