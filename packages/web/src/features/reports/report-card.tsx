import { Badge, Button } from "@mantine/core";
import { IconMail, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { skipReasons } from "@offgrid/contract/reports/report-choices";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import { formatTime, weekdayName } from "../../core/time.ts";
import { writeTime } from "../../ui/typed-time.ts";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import { formatList } from "../../core/format.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { LaterDialog } from "../../ui/later-dialog.tsx";
import { sayDone, sayFailure } from "../../ui/toast.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { PreviewButton, ReportPreview } from "./preview-button.tsx";
import { languageNames } from "./report-draft.ts";
import { deleteReport, type Report, saveReport, testReport, useChartChoices } from "./reports.data.ts";

/** One report: what it is about, when it is sent next, what came of the last time, and what can be done with it. */
export function ReportCard({ report }: { report: Report }) {
  const { t } = useTranslation("reports");
  const locale = useLocale();
  const { plan, people, nextAt, pauseReason } = report;
  const { zone } = plan.schedule;
  const stopped = people.filter(({ stoppedAt }) => stoppedAt !== null).length;
  return (
    <article className="og-card og-close-stack" style={{ padding: 16 }}>
      <div className="og-ends">
        <h2 className="og-title og-words">{plan.name}</h2>
        {pauseReason !== null && (
          <Badge variant="light" color={pauseReason === "paused" ? "gray" : "red"} tt="none">
            {t("isPaused")}
          </Badge>
        )}
      </div>
      <p className="og-note og-flush">
        <Subject report={report} /> · {useSchedule(report)}
      </p>
      <p className="og-note og-flush">{useHow(report)}</p>
      <p className="og-flush">
        {pauseReason === null && nextAt !== null
          ? t("next", { time: formatTime(Date.parse(nextAt), "dateTime", zone, locale) })
          : t(`pause.${pauseReason ?? "paused"}`)}
      </p>
      <LastTime report={report} />
      <p className="og-note og-flush">
        {t("people", {
          count: people.length,
          names: formatList(
            people.map(({ name }) => name ?? t("someone")),
            locale,
          ),
        })}
        {stopped > 0 && ` ${t("stopped", { count: stopped })}`}
      </p>
      <Acts report={report} />
    </article>
  );
}

function Subject({ report: { plan } }: { report: Report }) {
  const { t } = useTranslation("reports");
  const charts = useChartChoices();
  const containers = useContainerChoices();
  const { subject } = plan;
  const place =
    subject.kind === "fleet_week" ? undefined : containers?.find(({ id }) => id === subject.containerId)?.name;
  const what = subject.kind === "chart" ? charts?.find(({ id }) => id === subject.chartId)?.definition.name : undefined;
  return [t(`kind.${subject.kind}`), what, place].filter((part) => part !== undefined).join(", ");
}

/** "Mondays at 7:00 am (Africa/Nairobi)". */
function useSchedule({ plan }: Report): string {
  const { t } = useTranslation("reports");
  const locale = useLocale();
  const { zone, repeat } = plan.schedule;
  const time = writeTime(plan.schedule.time, locale);
  if (repeat.kind === "day") return t("each.day", { time, zone });
  if (repeat.kind === "month") return t("each.month", { day: repeat.day, time, zone });
  const days = formatList(
    repeat.days.map((day) => weekdayName(day, locale, "long")),
    locale,
  );
  return t("each.week", { days, time, zone });
}

/** "English · PDF, CSV · Only if something was measured"; of one that is always sent, nothing of when. */
function useHow({ plan: { language, files, condition } }: Pick<Report, "plan">): string {
  const { t } = useTranslation("reports");
  const named = files.map((one) => t(`file.${one}`)).join(", ");
  const when = condition === "always" ? "" : t(`condition.${condition}`);
  return [languageNames[language], named, when].filter(Boolean).join(" · ");
}

function LastTime({ report: { last, plan } }: { report: Report }) {
  const { t } = useTranslation("reports");
  const locale = useLocale();
  if (!last) return <p className="og-note og-flush">{t("never")}</p>;
  const { dueAt, waiting, sent, skipped, failed, reason } = last;
  const time = formatTime(Date.parse(dueAt), "dateTime", plan.schedule.zone, locale);
  const parts = [
    ...(sent > 0 ? [t("last.sent", { count: sent })] : []),
    ...(waiting > 0 ? [t(reason === null ? "last.waiting" : "last.again", { count: waiting })] : []),
    ...(failed > 0 ? [t("last.failed", { count: failed })] : []),
    ...(skipped > 0 ? [t("last.skipped", { count: skipped })] : []),
  ];
  const why = skipReasons.find((one) => one === reason);
  return (
    <p className={failed > 0 ? "og-flush og-amber" : "og-note og-flush"}>
      {t("last.at", { time, what: parts.join(", ") || t("last.nobody") })}
      {skipped > 0 && why !== undefined && ` ${t(`skip.${why}`)}`}
    </p>
  );
}

/** Sends what is seen to whoever looks, and says where it went. */
function TestButton({ plan }: Pick<Report, "plan">) {
  const { t } = useTranslation("reports");
  const test = useAct(async () => {
    try {
      sayDone(t("tested", { to: await testReport(plan) }));
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined;
      sayFailure(t(code === "not_verified" || code === "not_found" ? `notTested.${code}` : "notTested.other"));
    }
  });
  return (
    <Button
      size="compact-md"
      variant="default"
      leftSection={<IconMail size={16} aria-hidden />}
      loading={test.isRunning}
      onClick={() => void test.run()}
    >
      {t("test")}
    </Button>
  );
}

/** Shows what is sent, before it is. */
function PreviewAct({ plan }: Pick<Report, "plan">) {
  const { t } = useTranslation(["reports", "shared"]);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <PreviewButton onClick={() => setOpen(true)} />
      {isOpen && (
        <LaterDialog onClose={close}>
          <ReportPreview plan={plan} back={t("shared:action.close")} onClose={close} />
        </LaterDialog>
      )}
    </>
  );
}

function DeleteButton({ id, plan }: Pick<Report, "id" | "plan">) {
  const { t } = useTranslation("reports");
  const [isAsked, setAsked] = useState(false);
  const remove = useAct(() => deleteReport(id));
  return (
    <>
      <Button
        size="compact-md"
        variant="default"
        color="red"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setAsked(true)}
      >
        {t("delete")}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t("deleteAsk", { name: plan.name })}
          confirm={t("delete")}
          isRunning={remove.isRunning}
          error={remove.error}
          onConfirm={() => void remove.run()}
          onClose={() => setAsked(false)}
        >
          {t("deleteWhy")}
        </ConfirmDialog>
      )}
    </>
  );
}

function Acts({ report }: { report: Report }) {
  const { t } = useTranslation("reports");
  const { id, plan, people, pauseReason } = report;
  const isPaused = pauseReason !== null;
  const pause = useAct(async () => {
    const given = people.map(({ userId }) => userId);
    await saveReport({ id, plan, people: given, paused: !isPaused }).catch(() => sayFailure(t("notSaved")));
  });
  return (
    <div className="og-wrap og-tight">
      <PreviewAct plan={plan} />
      <TestButton plan={plan} />
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/reports" search={{ open: id }} {...props} />}
      >
        {t("edit")}
      </Button>
      <Button
        size="compact-md"
        variant="default"
        leftSection={isPaused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
        loading={pause.isRunning}
        onClick={() => void pause.run()}
      >
        {t(isPaused ? "resume" : "pauseIt")}
      </Button>
      <DeleteButton id={id} plan={plan} />
    </div>
  );
}
