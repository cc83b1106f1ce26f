import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText, missing } from "../../core/format.ts";
import { formatTime } from "../../core/time.ts";
import { Async } from "../../ui/async.tsx";
import { ScrollBox } from "../../ui/scroll-box.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { type MeasuredMonth, type SolarTemplate, useMeasured } from "./solar-template.data.ts";
import { YieldBar } from "./yield-bar.tsx";

const selectWidthPx = 320;

export interface MeasuredPartProps {
  template: Pick<SolarTemplate, "id" | "containers">;
  /** Of a container, by its id. */
  zoneOf: (containerId: string) => string;
}

/** What a container that has the template measured, beside what a clear sky gives there. */
export function MeasuredPart({ template: { id, containers }, zoneOf }: MeasuredPartProps) {
  const { t } = useTranslation("solar-template");
  const [chosen, setChosen] = useState<string>();
  const container = containers.find((one) => one.id === chosen) ?? containers[0];
  if (!container) return <p className="og-note og-flush">{t("measured.noContainer")}</p>;
  return (
    <div className="og-stack">
      <NativeSelect
        maw={selectWidthPx}
        label={t("measured.container")}
        value={container.id}
        data={containers.map((one) => ({ value: one.id, label: one.name }))}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      />
      <Measured key={container.id} id={id} containerId={container.id} zone={zoneOf(container.id)} />
    </div>
  );
}

function Measured({ id, containerId, zone }: { id: string; containerId: string; zone: string }) {
  const { t } = useTranslation("solar-template");
  const found = useMeasured(id, containerId);
  return (
    <Async
      of={found}
      height={320}
      isEmpty={(months) => months === null || months.length === 0}
      empty={<p className="og-note og-flush">{t(found.data === null ? "yield.noPosition" : "measured.nothing")}</p>}
    >
      {(months) => months && <MeasuredTable months={months} zone={zone} />}
    </Async>
  );
}

/** Months with what came of them; what was not measured is not known. */
export function MeasuredTable({ months, zone }: { months: readonly MeasuredMonth[]; zone: string }) {
  const { t } = useTranslation("solar-template");
  const locale = useLocale();
  const most = Math.max(...months.flatMap(({ clearWh, wh }) => [clearWh, wh ?? 0]));
  const percent = (part: number | null) =>
    part === null ? missing : formatQuantityText(100 * part, "percent", locale);
  return (
    <div className="og-close-stack">
      <ScrollBox label={t("measured.title")}>
        <table className="og-table og-first-stays">
          <thead>
            <tr>
              <th scope="col">{t("yield.month")}</th>
              {(["came", "clear", "coverage", "share", "heldBack"] as const).map((name) => (
                <th key={name} scope="col" className="og-amount">
                  {t(`measured.${name}`)}
                </th>
              ))}
              <td aria-hidden />
            </tr>
          </thead>
          <tbody>
            {months.map(({ from, wh, clearWh, coverage, share, heldBack }) => (
              <tr key={from}>
                <th scope="row" className="og-nowrap">
                  {formatTime(Date.parse(from), "month", zone, locale)}
                </th>
                <td className="og-amount">{formatQuantityText(wh, "Wh", locale)}</td>
                <td className="og-amount">{formatQuantityText(clearWh, "Wh", locale)}</td>
                <td className="og-amount">{percent(coverage)}</td>
                <td className="og-amount">{percent(share)}</td>
                <td className="og-amount">{percent(wh === null ? null : heldBack)}</td>
                <td aria-hidden style={{ width: "25%" }}>
                  <YieldBar share={wh === null ? undefined : wh / most} reach={clearWh / most} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <p className="og-note og-flush">{t("measured.how")}</p>
    </div>
  );
}
