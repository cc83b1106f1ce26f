import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatList } from "../../core/format.ts";
import { formatTime } from "../../core/time.ts";
import { useSectionName } from "../../domain/configuration/config-words.ts";
import { fullOutputName } from "../../domain/output-names/output-words.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import { changesTogether } from "./changes-together.ts";
import type { IncidentDetail } from "./incident-acts.ts";
import { useEntryWords } from "./use-entry-words.ts";
import { type WarningActs, WarningLine } from "./warning-line.tsx";
import type { WarningRights } from "./history.data.ts";

interface Props {
  detail: IncidentDetail;
  now: number;
  may: WarningRights;
  /** Absent: the person may only read. */
  acts?: WarningActs | undefined;
  /** What people do about it; absent: the person sees no tickets. */
  tickets?: ReactNode;
}

/** What an incident is made of: what was done before, the likeliest first; its warnings; and what became of it. */
export function IncidentDetails({ detail, now, may, acts, tickets }: Props) {
  const { incident, warnings, timeline, changes } = detail;
  const { t } = useTranslation("warning-history");
  // What can be done about the only one can be done about its incident, right above.
  const own = incident.total === 1 ? undefined : acts;
  return (
    <div className="og-stack og-mid" style={{ paddingInlineStart: 24, marginTop: 8 }}>
      <Changes changes={changes} containers={incident.containersTotal} />
      <section className="og-close-stack" aria-label={t("incident.warnings", { count: incident.total })}>
        <h3 className="og-title">{t("incident.warnings", { count: incident.total })}</h3>
        <ul className="og-plain-list og-lined">
          {warnings.map((warning) => (
            <li key={warning.id}>
              <WarningLine warning={warning} now={now} may={may} acts={own} />
            </li>
          ))}
        </ul>
        {warnings.length < incident.total && (
          <p className="og-note og-flush">{t("incident.more", { count: incident.total - warnings.length })}</p>
        )}
      </section>
      {tickets}
      <Timeline timeline={timeline} incident={incident} />
    </div>
  );
}

function Changes({ changes, containers }: { changes: IncidentDetail["changes"]; containers: number }) {
  const { t } = useTranslation("warning-history");
  const at = useInstant();
  const locale = useLocale();
  const sectionName = useSectionName();
  const whatOf = ({ kind, what, outputName }: IncidentDetail["changes"][number]) => {
    if (kind === "config") return sectionName(what);
    return kind === "hand" || kind === "command" ? fullOutputName(t, what, outputName) : what;
  };
  return (
    <section className="og-close-stack" aria-label={t("incident.before")}>
      <h3 className="og-title">{t("incident.before")}</h3>
      {changes.length === 0 && <p className="og-note og-flush">{t("incident.beforeNone", { count: containers })}</p>}
      <ul className="og-plain-list og-lined">
        {changesTogether(changes).map(([change, ...others]) => (
          <li
            key={`${change.kind} ${change.what} ${change.at}`}
            className="og-line og-fine"
            style={{ paddingBlock: 6 }}
          >
            <span className="og-anywhere">
              {t(`incident.changes.${change.kind}`, { what: formatList([change, ...others].map(whatOf), locale) })}
            </span>
            <span className="og-note og-anywhere">
              {[
                at(change.at),
                change.by && (change.by.name ?? t("nobody")),
                containers > 1 && t("incident.at", { count: change.containers, of: containers }),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Timeline({ timeline, incident }: Pick<IncidentDetail, "timeline" | "incident">) {
  const { t } = useTranslation("warning-history");
  const at = useInstant();
  const placesOf = usePlaces(incident);
  const { words, partOf } = useEntryWords();
  return (
    <section className="og-close-stack" aria-label={t("incident.timeline")}>
      <h3 className="og-title">{t("incident.timeline")}</h3>
      <ol className="og-plain-list og-close-stack">
        {timeline.map(({ at: instant, kind, by, data }, place) => (
          <li key={`${place} ${kind}`} className="og-words">
            <span className="og-anywhere">
              <span className="og-muted">{at(instant)}</span> {words(kind, data)}
            </span>
            {[placesOf(data), by, data.note, data.reason, data.isPart].some(Boolean) && (
              <span className="og-note og-anywhere">
                {[partOf(data), placesOf(data), by && (by.name ?? t("nobody")), data.note ?? data.reason]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

type EntryData = IncidentDetail["timeline"][number]["data"];

/** The containers that an entry is about; undefined: it goes without saying, or is not known. */
function usePlaces({ containerName, containersTotal }: IncidentDetail["incident"]) {
  const { t } = useTranslation("warning-history");
  const locale = useLocale();
  return ({ containers }: EntryData): string | undefined => {
    if (!containers) return undefined;
    const { names, total } = containers;
    if (containersTotal === 1 && total === 1 && names[0] === containerName) return undefined;
    const more = total - names.length;
    return formatList(more > 0 ? [...names, t("incident.moreContainers", { count: more })] : names, locale);
  };
}

function useInstant() {
  const locale = useLocale();
  return (instant: string) => formatTime(Date.parse(instant), "weekdayTime", browserZone, locale);
}
