import { durationText } from "@offgrid/contract/core/duration-text";
import { findMetric, isUnit } from "@offgrid/contract/telemetry/metrics";
import { useTranslation } from "react-i18next";

import { formatNumber, formatQuantityText } from "../../core/format.ts";
import { formatAge, formatTime } from "../../core/time.ts";
import { ageMs } from "../../ui/freshness.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import type { TestRead } from "./device-types.data.ts";

type Value = TestRead["others"][number];

interface ResultProps {
  read: TestRead;
  /** The present, epoch ms. */
  now: number;
}

/** What a device said: how much of the type that is, each value with its unit, and what the type does not have. */
export function TestReadResult({ read, now }: ResultProps) {
  const { t } = useTranslation("device-types");
  const locale = useLocale();
  const { parameters, others, answeredAt } = read;
  const missing = parameters.filter(({ fault }) => fault !== null).length;
  const all = parameters.length;
  const summary = missing > 0 ? t("testRead.missing", { count: missing, all }) : t("testRead.whole", { count: all });
  const at = answeredAt === null ? undefined : Date.parse(answeredAt);
  return (
    <div className="og-stack">
      <div role="status">
        <p className="og-flush og-strong">{all === 0 ? t("testRead.none") : summary}</p>
        {at !== undefined && (
          <p className="og-flush og-small">
            {t("testRead.answered", {
              at: formatTime(at, "timeWithSeconds", browserZone, locale),
              age: formatAge(ageMs(at, now), locale),
            })}
          </p>
        )}
      </div>
      {all > 0 && <Values caption={t("testRead.caption")} values={parameters} />}
      {others.length > 0 && <Values caption={t("testRead.beside")} values={others} />}
    </div>
  );
}

function Values({ caption, values }: { caption: string; values: readonly Value[] }) {
  const { t } = useTranslation("device-types");
  const locale = useLocale();
  const hasRaw = values.some(({ raw }) => raw !== null);
  return (
    <section>
      <h3 className="og-title og-flush">{caption}</h3>
      <table className="og-table og-cell-lines" aria-label={caption}>
        <thead>
          <tr>
            <th scope="col">{t("testRead.column.parameter")}</th>
            <th scope="col">{t("testRead.column.value")}</th>
            {hasRaw && <th scope="col">{t("testRead.column.raw")}</th>}
          </tr>
        </thead>
        <tbody>
          {values.map((value) => (
            <tr key={value.metric}>
              <th scope="row">
                <span className="og-anywhere">{findMetric(value.metric)?.[locale] ?? value.metric}</span>
                <div className="og-small og-anywhere">{value.metric}</div>
              </th>
              <td>
                <Reading value={value} />
              </td>
              {hasRaw && (
                <td className="og-small">{value.raw !== null && `${t("testRead.column.raw")}: ${value.raw}`}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A value with its unit, or why there is none; one in another unit has both. */
function Reading({ value: { value, unit, fault } }: { value: Value }) {
  const { t } = useTranslation("device-types");
  const locale = useLocale();
  const text = () => {
    if (value === null) return "";
    if (unit === "bool" && (value === 0 || value === 1)) return t(value === 1 ? "testRead.on" : "testRead.off");
    if (unit === "s") return durationText(value, locale);
    if (unit !== null && isUnit(unit)) return formatQuantityText(value, unit, locale);
    const number = formatNumber(value, locale, { maximumFractionDigits: 3 });
    return unit === null ? number : `${number}\u00a0${unit}`;
  };
  return (
    <>
      {value !== null && <span className="og-number og-strong">{text()}</span>}
      {fault !== null && <div className="og-small og-danger">{t(`testRead.fault.${fault}`)}</div>}
    </>
  );
}
