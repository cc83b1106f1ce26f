import { type EnergyPart, givingParts, takingParts } from "@offgrid/contract/charts/energy-parts";
import { useTranslation } from "react-i18next";

import type { Answer } from "../../../core/api/call.ts";
import { formatQuantityText } from "../../../core/format.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import styles from "./flow.module.css";

interface FlowTodayProps {
  balance: Answer<"getEnergyBalance">["data"];
  /** Another day than today, in words. */
  date: string | undefined;
}

/** The energy of the day on both sides of the bus: each part that was measured, and their sum. */
export function FlowToday({ balance, date }: FlowTodayProps) {
  const { t } = useTranslation("energy-flow");
  const locale = useLocale();
  const energy = (wh: number) => formatQuantityText(wh, "Wh", locale);
  const side = (name: "in" | "out", ids: readonly EnergyPart[]) => {
    const measured = ids.flatMap((id) => {
      const total = balance.parts[id]?.total ?? null;
      return total === null || Math.abs(total) < 0.5 ? [] : [{ id, total }];
    });
    const sum = measured.reduce((all, { total }) => all + total, 0);
    return (
      <div>
        <dt>{t(`today.${name}`)}</dt>
        <dd>
          <strong>{energy(sum)}</strong>
          {measured.map(({ id, total }) => (
            <span key={id}>
              {t(`today.part.${id}`)} {energy(total)}
            </span>
          ))}
        </dd>
      </div>
    );
  };
  return (
    <section aria-labelledby="container-flow-today">
      <h3 className="og-title og-text-14" id="container-flow-today">
        {date === undefined ? t("today.title") : t("today.titleOn", { date })}
      </h3>
      <dl className={styles.today}>
        {side("in", givingParts)}
        {side("out", takingParts)}
      </dl>
    </section>
  );
}
