import type { ProtectionDryRun } from "@offgrid/contract/load-protection/load-protection.calls";
import { useTranslation } from "react-i18next";

import { durationText } from "@offgrid/contract/core/duration-text";
import { formatCount, formatQuantityText, formatShare } from "../../../core/format.ts";
import { formatTime } from "../../../core/time.ts";
import { useOutputWords } from "../../../domain/output-names/use-output-words.ts";
import { useLocale } from "../../../ui/use-locale.ts";

interface Props {
  result: ProtectionDryRun;
  zone: string;
}

const hourS = 3_600;
/** So many of the times are named; the band has all of them. */
const mostNamed = 5;

/** What a setting would have done, in words and as a band of time. */
export function DryRunResult({ result, zone }: Props) {
  const { t } = useTranslation("load-protection");
  const { nameOf } = useOutputWords();
  const locale = useLocale();
  const { from, to, count, switchings, spans, loads, coverage, coarseDays, actedBefore } = result;
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  const at = (iso: string) => formatTime(Date.parse(iso), "dateTime", zone, locale);
  const switched = t("dry.switchings", { count: switchings, number: formatCount(switchings, locale) });
  if (coverage === 0) return <p className="og-flush">{t("dry.nothing", { days })}</p>;
  return (
    <>
      <p className="og-flush og-strong">
        {count === 0 ? t("dry.never", { days }) : t("dry.times", { count, days, switchings: switched })}
      </p>
      <Band result={result} zone={zone} />
      {count > 0 && (
        <ul className="og-plain-list">
          {loads
            .filter(({ cuts }) => cuts > 0)
            .map(({ target, hours, energyWh, isAssumedOn }) => (
              <li key={target}>
                <span className="og-strong">{nameOf(target)}</span>{" "}
                {t("dry.load", { lasted: durationText(hours * hourS, locale) })}{" "}
                {energyWh === null
                  ? t("dry.energyUnknown")
                  : t("dry.energy", { energy: formatQuantityText(energyWh, "Wh", locale) })}
                {isAssumedOn && ` ${t("dry.assumedOn")}`}
              </li>
            ))}
        </ul>
      )}
      <Lowest result={result} zone={zone} />
      {spans.length > 0 && (
        <ul className="og-plain-list og-note" aria-label={t("dry.last")}>
          {spans.slice(0, mostNamed).map((span) => (
            <li key={span.from}>
              {span.to === null
                ? t("dry.since", { from: at(span.from) })
                : t("dry.span", { from: at(span.from), to: at(span.to) })}
            </li>
          ))}
        </ul>
      )}
      <p className="og-note og-flush">
        {[
          coverage < 0.99 && t("dry.coverage", { share: formatShare(coverage, locale) }),
          coarseDays > 0 && t("dry.coarse", { days: coarseDays }),
          actedBefore > 0 && t("dry.acted"),
          t("dry.limits"),
        ]
          .filter(Boolean)
          .join(" ")}
      </p>
    </>
  );
}

/** The lowest charge, as it was and as it would have been. */
function Lowest({ result: { lowest, count }, zone }: Props) {
  const { t } = useTranslation("load-protection");
  const locale = useLocale();
  if (!lowest) return null;
  const percent = (value: number) => formatQuantityText(value, "percent", locale);
  const measured = t("dry.lowest", {
    charge: percent(lowest.measured),
    at: formatTime(Date.parse(lowest.at), "dateTime", zone, locale),
  });
  if (count === 0) return <p className="og-flush">{measured}</p>;
  const kept = lowest.estimated === null ? t("dry.keptUnknown") : t("dry.kept", { charge: percent(lowest.estimated) });
  return <p className="og-flush">{`${measured} ${kept}`}</p>;
}

const width = 1_000;
const height = 24;
/** Narrower than this, nobody would see it. */
const least = 3;

/** When loads would have been cut, and what is not known. */
function Band({ result: { from, to, spans, gaps }, zone }: Props) {
  const { t } = useTranslation("load-protection");
  const locale = useLocale();
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const x = (ms: number) => ((ms - first) / (last - first)) * width;
  const bar = (start: string, end: string | null, fill: string, title: string) => {
    const left = x(Date.parse(start));
    const right = x(end === null ? last : Date.parse(end));
    return (
      <rect key={`${title} ${start}`} x={left} width={Math.max(least, right - left)} height={height} fill={fill}>
        <title>{`${title}: ${formatTime(Date.parse(start), "dateTime", zone, locale)}`}</title>
      </rect>
    );
  };
  const day = (ms: number) => formatTime(ms, "date", zone, locale);
  return (
    <figure className="og-flush" aria-label={t("dry.band")}>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" width="100%" height={height} aria-hidden>
        <rect width={width} height={height} fill="var(--og-border)" opacity="0.5" />
        {gaps.map((gap) => bar(gap.from, gap.to, "var(--og-muted)", t("dry.gap")))}
        {spans.map((span) => bar(span.from, span.to, "var(--og-amber)", t("dry.cut")))}
      </svg>
      <div className="og-ends og-small" aria-hidden>
        <span>{day(first)}</span>
        <span>{day(last)}</span>
      </div>
      <figcaption className="og-wrap og-small">
        <Swatch fill="var(--og-amber)" text={t("dry.cut")} />
        {gaps.length > 0 && <Swatch fill="var(--og-muted)" text={t("dry.gap")} />}
      </figcaption>
    </figure>
  );
}

function Swatch({ fill, text }: { fill: string; text: string }) {
  return (
    <span className="og-row">
      <svg width={12} height={12} aria-hidden>
        <rect width={12} height={12} rx={3} fill={fill} />
      </svg>
      {text}
    </span>
  );
}
