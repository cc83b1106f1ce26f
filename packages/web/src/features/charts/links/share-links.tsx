import { Button } from "@mantine/core";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useTick } from "../../../core/live/tick.ts";
import { formatAge, formatTime, rangeWords } from "../../../core/time.ts";
import {
  type ChartLink,
  makeLink,
  revokeLinks,
  type SavedChart,
  useLinks,
} from "../../../domain/charts/charts.data.ts";
import { Async } from "../../../ui/async.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { RemovalDialog } from "../../../ui/removal-dialog.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { browserZone, useLocale } from "../../../ui/use-locale.ts";
import { comparedWord } from "../builder/compared-choice.tsx";

/** The links to a chart that are in use, each with what it shows, until when and how often it was opened. */
export function ShareLinks({ chart }: { chart: SavedChart }) {
  const { t } = useTranslation("charts");
  const { data: links = [] } = useLinks(chart.id);
  if (links.length === 0) return null;
  return (
    <section className="og-close-stack" aria-label={t("share.all")}>
      <LinkList
        title={t("share.all")}
        ask={t("share.revokeAllAsk", { count: links.length })}
        links={links}
        chartId={chart.id}
      />
    </section>
  );
}

/** "Last 24 hours", "Last 7 days". */
export function lastWords(hours: number, t: TFunction<"charts">): string {
  const days = hours / 24;
  return Number.isInteger(days) && days > 1
    ? t("share.lastDays", { count: days })
    : t("share.lastHours", { count: Math.round(hours) });
}

/** Which time a link shows: "Last 7 days", "A fixed time: 29/11/2026". */
function useRangeWords({ range, zone }: ChartLink): string {
  const { t } = useTranslation("charts");
  const locale = useLocale();
  if (range.kind === "rolling") return lastWords(range.hours, t);
  const time = rangeWords({ fromMs: range.from, toMs: range.to }, zone ?? browserZone, locale);
  return t("share.shown", { kind: t(`share.kind.${range.kind}`), time });
}

/** All links that a person made, whichever charts they show. */
export function OwnLinks({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("charts");
  const links = useLinks();
  return (
    <Dialog size="xl" onClose={onClose} title={t("share.mine")}>
      <div className="og-close-stack">
        <p className="og-note og-flush">{t("share.mineWhy")}</p>
        <Async of={links} height={160} empty={<p className="og-note og-flush">{t("share.mineNone")}</p>}>
          {(all) => <LinkList ask={t("share.revokeMineAsk", { count: all.length })} links={all} />}
        </Async>
      </div>
    </Dialog>
  );
}

interface LinkListProps {
  /** Absent: what stands above says it. */
  title?: string;
  /** Before all of them are revoked. */
  ask: string;
  links: readonly ChartLink[];
  /** Whose they are; absent: of any chart, and each says of which. */
  chartId?: string;
}

function LinkList({ title, ask, links, chartId }: LinkListProps) {
  const { t } = useTranslation("charts");
  const [leaving, setLeaving] = useState<ChartLink | "all">();
  return (
    <>
      <div className="og-ends">
        {title === undefined ? <span /> : <h3 className="og-title">{title}</h3>}
        {links.length > 1 && (
          <Button variant="subtle" color="red" size="compact-sm" onClick={() => setLeaving("all")}>
            {t("share.revokeAll")}
          </Button>
        )}
      </div>
      <ul className="og-plain-list og-lined">
        {links.map((link) => (
          <LinkLine key={link.id} link={link} isNamed={chartId === undefined} onRevoke={() => setLeaving(link)} />
        ))}
      </ul>
      {leaving !== undefined && (
        <RemovalDialog
          title={leaving === "all" ? ask : t("share.revokeAsk", { hint: leaving.hint })}
          confirm={leaving === "all" ? t("share.revokeAll") : t("share.revoke")}
          onRemove={() =>
            revokeLinks(leaving === "all" ? { ...(chartId !== undefined && { chartId }) } : { id: leaving.id })
          }
          onClose={() => setLeaving(undefined)}
        >
          {leaving === "all" ? t("share.revokeAllWhy") : t("share.revokeWhy")}
        </RemovalDialog>
      )}
    </>
  );
}

interface LinkLineProps {
  link: ChartLink;
  /** With the name of its chart. */
  isNamed: boolean;
  onRevoke: () => void;
}

function LinkLine({ link, isNamed, onRevoke }: LinkLineProps) {
  const { t } = useTranslation("charts");
  const locale = useLocale();
  const now = useTick();
  const { range, names, csv, compared, uses, lastUsedAt } = link;
  const renew = useAct(() =>
    makeLink({ id: link.id, chartId: link.chartId, range, names, csv, ...(compared !== null && { compared }) }),
  );
  const date = (at: number) => formatTime(at, "date", browserZone, locale);
  const shown = useRangeWords(link);
  const used =
    lastUsedAt === null
      ? t("share.unused")
      : t("share.used", { count: uses, age: formatAge(now - Date.parse(lastUsedAt), locale) });
  return (
    <li className="og-ends" style={{ paddingBlock: 8 }}>
      <div className="og-words">
        {isNamed && <p className="og-strong og-flush og-anywhere">{link.chart}</p>}
        <span className={isNamed ? undefined : "og-strong"}>
          {link.hint}… · {shown}
        </span>
        <p className="og-note og-flush">
          {[
            t(link.isExpired ? "share.expired" : "share.until", { date: date(Date.parse(link.expiresAt)) }),
            used,
            ...(link.hasPassword ? [t("share.withPassword")] : []),
            ...(names ? [t("share.withNames")] : []),
            ...(compared === null
              ? []
              : [t("share.withCompared", { what: t(`share.comparedWith.${comparedWord(compared, range)}`) })]),
            ...(link.isOfEarlierRole ? [t("share.earlierRole")] : link.isOutdated ? [t("share.outdated")] : []),
          ].join(" · ")}
        </p>
        <FormFailure error={renew.error} />
      </div>
      <span className="og-wrap og-tight">
        {(link.isOutdated || link.isOfEarlierRole) && !link.isExpired && (
          <Button variant="default" size="compact-sm" loading={renew.isRunning} onClick={() => void renew.run()}>
            {t(link.isOfEarlierRole ? "share.revive" : "share.update")}
          </Button>
        )}
        <Button
          variant="default"
          color="red"
          size="compact-sm"
          aria-label={t("share.revokeName", { hint: link.hint })}
          onClick={onRevoke}
        >
          {t("share.revoke")}
        </Button>
      </span>
    </li>
  );
}
