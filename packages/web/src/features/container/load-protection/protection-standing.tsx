import type { AutoLoadProtection } from "@offgrid/contract/load-protection/load-protection.calls";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { formatAge, formatTime } from "../../../core/time.ts";
import { useMoments } from "../../../domain/commands/command-words.ts";
import { useOutputWords } from "../../../domain/output-names/use-output-words.ts";
import { ageMs } from "../../../ui/freshness.ts";
import { useAgeWords } from "../../../ui/use-freshness.ts";
import { useLocale } from "../../../ui/use-locale.ts";

export interface ProtectionStandingProps {
  protection: AutoLoadProtection;
  /** The container is not connected: what it does meanwhile is not known. */
  isAway: boolean;
  now: number;
  zone: string;
}

/** What load protection does now: what is cut, since when and why, and what brings it back. */
export function ProtectionStanding({ protection, isAway, now, zone }: ProtectionStandingProps) {
  const { t } = useTranslation("load-protection");
  const { nameOf } = useOutputWords();
  const locale = useLocale();
  const { ageOf } = useAgeWords();
  const { since } = useMoments(zone, now);
  const { state, cuts, charge, voltage, reportedAt, stoppedAt } = protection;
  const measured = [
    charge && t("now.chargeIs", { value: formatQuantityText(charge.value, "percent", locale), age: age(charge.at) }),
    voltage && t("now.voltageIs", { value: formatQuantityText(voltage.value, "V", locale), age: age(voltage.at) }),
  ].filter(Boolean);
  function age(at: string): string {
    return ageOf(Date.parse(at), now);
  }
  return (
    <div className="og-close-stack">
      <span className="og-strong" role="status">
        {t(`now.${state}`)}
      </span>
      {cuts.length > 0 && (
        <ul className="og-plain-list og-close-stack">
          {cuts.map((cut) => (
            <li key={cut.target}>
              <span className="og-strong">{nameOf(cut.target)}</span>{" "}
              <span className="og-note">
                {t(`now.${cut.low ?? "low"}`, { since: since(cut.since) })}
                {cut.readOffAt === null && ` ${t("now.unread")}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Return protection={protection} now={now} zone={zone} />
      {stoppedAt && <p className="og-note og-flush">{t("now.stoppedSince", { since: since(stoppedAt) })}</p>}
      <p className="og-note og-flush">{measured.length > 0 ? measured.join(" ") : t("now.unmeasured")}</p>
      {reportedAt && (
        <p className="og-note og-flush">
          {t(isAway ? "now.reportedAway" : "now.reported", {
            at: formatTime(Date.parse(reportedAt), "dateTime", zone, locale),
          })}
        </p>
      )}
    </div>
  );
}

/** What brings back what is cut, and when that is expected. */
function Return({ protection: { back }, now, zone }: Pick<ProtectionStandingProps, "protection" | "now" | "zone">) {
  const { t } = useTranslation("load-protection");
  const locale = useLocale();
  if (!back) return null;
  const charge = formatQuantityText(back.soc, "percent", locale);
  const from =
    back.voltage === null
      ? t("now.back", { charge })
      : t("now.backBoth", { charge, voltage: formatQuantityText(back.voltage, "V", locale) });
  const likely = back.likely && formatTime(Date.parse(back.likely), "dateTime", zone, locale);
  const made = back.madeAt ? formatAge(ageMs(Date.parse(back.madeAt), now), locale) : "";
  return (
    <p className="og-flush">
      {from} {likely ? t("now.likely", { at: likely, made }) : t(`now.forecast.${back.forecast}`, { made })}
    </p>
  );
}
