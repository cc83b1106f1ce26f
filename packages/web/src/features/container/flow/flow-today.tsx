import { useTranslation } from "react-i18next";

import type { Answer } from "../../../core/api/call.ts";
import { formatQuantityText } from "../../../core/format.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { branchEnergies } from "../device-energy/device-energy.ts";
import { bothSides } from "./flow-sides.ts";
import styles from "./flow.module.css";

interface FlowTodayProps {
  balance: Answer<"getEnergyBalance">["data"];
  /** Another day than today, in words. */
  date: string | undefined;
}

/**
 * The energy of the day on both sides of the bus: each part that was measured, what no meter accounts for, and their sum,
 * which is the same on both.
 */
export function FlowToday({ balance, date }: FlowTodayProps) {
  const { t } = useTranslation("energy-flow");
  const locale = useLocale();
  const energy = (wh: number) => formatQuantityText(wh, "Wh", locale);
  const sides = bothSides(balance);
  const gapWh = branchEnergies(balance)["solar.gap"].intoBusWh ?? 0;
  const side = (name: "in" | "out") => {
    const { sum, parts } = sides[name];
    return (
      <div>
        <dt>{t(`today.${name}`)}</dt>
        <dd>
          <strong>{energy(sum)}</strong>
          {parts.map(({ id, total }) => (
            <span key={id}>
              {t(`today.part.${id}`)} {energy(total)}
              {id === "solar" && gapWh > 0 && ` ${t("today.gap", { energy: energy(gapWh) })}`}
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
        {side("in")}
        {side("out")}
      </dl>
    </section>
  );
}
