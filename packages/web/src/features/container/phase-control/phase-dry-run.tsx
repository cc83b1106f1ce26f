import { passedText } from "@offgrid/contract/events/event-say";
import { durationText } from "@offgrid/contract/core/duration-text";
import type { PhaseDryRun } from "@offgrid/contract/phase-control/phase-control.calls";
import type { PhaseControl } from "@offgrid/contract/phase-control/phase-control.schema";
import { useTranslation } from "react-i18next";

import { call } from "../../../core/api/call.ts";
import { formatCount, formatQuantityText, formatShare } from "../../../core/format.ts";
import { formatTime } from "../../../core/time.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { TrialBox } from "../configuration/trial-box.tsx";

interface Props {
  containerId: string;
  zone: string;
  /** Undefined: as it is filled in, it means nothing. */
  setting: PhaseControl | undefined;
}

/** Tries phase control out on what was measured, before anybody saves it. */
export function PhaseTrial({ containerId, zone, setting }: Props) {
  const { t } = useTranslation("phase-control");
  const words = {
    title: t("dry.title"),
    why: t("dry.why"),
    run: t("dry.run"),
    running: t("dry.running"),
    wrong: t("dry.wrong"),
    other: t("dry.other"),
  };
  return (
    <TrialBox
      words={words}
      setting={setting}
      onTry={async (wanted) => (await call("phaseControlDryRun", { containerId, ...wanted })).data}
    >
      {(result) => <PhaseTrialResult result={result} zone={zone} />}
    </TrialBox>
  );
}

/** So many of the times are named. */
const mostNamed = 5;
const hourS = 3_600;

/** What a setting would have done, in words. */
export function PhaseTrialResult({ result, zone }: { result: PhaseDryRun; zone: string }) {
  const { t } = useTranslation("phase-control");
  const { t: say } = useTranslation("command-words");
  const locale = useLocale();
  const { from, to, coverage, count, phases, spans, everySeconds } = result;
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  const at = (iso: string) => formatTime(Date.parse(iso), "dateTime", zone, locale);
  if (coverage === 0) return <p className="og-flush">{t("dry.nothing", { days })}</p>;
  return (
    <>
      <p className="og-flush og-strong">
        {count === 0 ? t("dry.never", { days }) : t("dry.times", { count, number: formatCount(count, locale), days })}
      </p>
      {count > 0 && (
        <ul className="og-plain-list">
          {phases
            .filter(({ times }) => times > 0)
            .map(({ phase, times, hours, energyWh }) => (
              <li key={phase}>
                <span className="og-strong">{`L${phase}`}</span>{" "}
                {t("dry.phase", {
                  count: times,
                  number: formatCount(times, locale),
                  lasted: durationText(hours * hourS, locale),
                })}{" "}
                {energyWh === null
                  ? t("dry.energyUnknown")
                  : t("dry.energy", { energy: formatQuantityText(energyWh, "Wh", locale) })}
              </li>
            ))}
        </ul>
      )}
      {spans.length > 0 && (
        <ul className="og-plain-list og-note" aria-label={t("dry.last")}>
          {spans.slice(0, mostNamed).map(({ phase, from: began, to: ended, passed }) => (
            <li key={`${phase} ${began}`}>
              {ended === null
                ? t("dry.since", { phase: `L${phase}`, from: at(began) })
                : t("dry.span", { phase: `L${phase}`, from: at(began), to: at(ended) })}{" "}
              {passedText(say, passed, locale)}
            </li>
          ))}
        </ul>
      )}
      <p className="og-note og-flush">
        {coverage < 0.99 && `${t("dry.coverage", { share: formatShare(coverage, locale) })} `}
        {t("dry.limits", { every: durationText(everySeconds, locale) })}
      </p>
    </>
  );
}
