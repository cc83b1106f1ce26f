import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useTick } from "../../core/live/tick.ts";
import { formatAge, formatTime } from "../../core/time.ts";
import { type ChartLink, makeLink, revokeLinks, type SavedChart, useLinks } from "../../domain/charts/charts.data.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { RemovalDialog } from "../../ui/removal-dialog.tsx";
import { useAct } from "../../ui/use-act.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import { useChartZone } from "./use-chart-zone.ts";

/** The links to a chart that are in use, each with what it shows, until when and how often it was opened. */
export function ShareLinks({ chart }: { chart: SavedChart }) {
  const { t } = useTranslation("charts");
  const links = useLinks(chart.id);
  const zone = useChartZone(chart.definition, {}) ?? browserZone;
  const revoke = useAct(revokeLinks);
  const [isAsking, setAsking] = useState(false);
  if (!links.data || links.data.length === 0) return null;
  return (
    <section className="og-close-stack" aria-label={t("share.all")}>
      <div className="og-ends">
        <h3 className="og-title">{t("share.all")}</h3>
        {links.data.length > 1 && (
          <Button variant="subtle" color="red" size="compact-sm" onClick={() => setAsking(true)}>
            {t("share.revokeAll")}
          </Button>
        )}
      </div>
      <FormFailure error={revoke.error} />
      <ul className="og-plain-list og-lined">
        {links.data.map((link) => (
          <LinkLine key={link.id} link={link} zone={zone} onRevoke={() => void revoke.run({ id: link.id })} />
        ))}
      </ul>
      {isAsking && (
        <RemovalDialog
          title={t("share.revokeAllAsk", { count: links.data.length })}
          confirm={t("share.revokeAll")}
          onRemove={() => revokeLinks({ chartId: chart.id })}
          onClose={() => setAsking(false)}
        >
          {t("share.revokeAllWhy")}
        </RemovalDialog>
      )}
    </section>
  );
}

interface LinkLineProps {
  link: ChartLink;
  /** That of the days which it shows. */
  zone: string;
  onRevoke: () => void;
}

function LinkLine({ link, zone, onRevoke }: LinkLineProps) {
  const { t } = useTranslation("charts");
  const locale = useLocale();
  const now = useTick();
  const { range, names, csv, compared, uses, lastUsedAt } = link;
  const renew = useAct(() =>
    makeLink({ id: link.id, chartId: link.chartId, range, names, csv, ...(compared !== null && { compared }) }),
  );
  const date = (at: number, of = zone) => formatTime(at, "date", of, locale);
  const shown =
    range.kind === "rolling"
      ? t("share.days", { count: Math.round(range.hours / 24) })
      : `${date(range.from)} – ${date(range.to - 1)}`;
  const used =
    lastUsedAt === null
      ? t("share.unused")
      : t("share.used", { count: uses, age: formatAge(now - Date.parse(lastUsedAt), locale) });
  return (
    <li className="og-ends" style={{ paddingBlock: 8 }}>
      <div className="og-words">
        <span className="og-strong">
          {link.hint}… · {t("share.shown", { kind: t(`share.kind.${range.kind}`), time: shown })}
        </span>
        <p className="og-note og-flush">
          {[
            t(link.isExpired ? "share.expired" : "share.until", {
              date: date(Date.parse(link.expiresAt), browserZone),
            }),
            used,
            ...(link.hasPassword ? [t("share.withPassword")] : []),
            ...(names ? [t("share.withNames")] : []),
            ...(compared === null ? [] : [t("share.withCompared", { what: t(`share.comparedWith.${compared}`) })]),
            ...(link.isOutdated ? [t("share.outdated")] : []),
          ].join(" · ")}
        </p>
        <FormFailure error={renew.error} />
      </div>
      <span className="og-wrap og-tight">
        {link.isOutdated && !link.isExpired && (
          <Button variant="default" size="compact-sm" loading={renew.isRunning} onClick={() => void renew.run()}>
            {t("share.update")}
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
