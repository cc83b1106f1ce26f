import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { columns } from "../../../ui/columns.ts";
import { Section } from "../../../ui/section.tsx";
import { seriesColor } from "../../../ui/series-color.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import styles from "./devices.module.css";
import type { EnergyRank, EnergySide } from "./energy-ranks.ts";

const sides = ["source", "use"] as const;
const colors: Record<EnergySide, string> = { source: "solar", use: "load" };

/** What each device brought and used today, the one with the most energy first; nothing where no device has a meter. */
export function EnergyRanksCard({ ranks }: { ranks: Readonly<Record<EnergySide, readonly EnergyRank[]>> }) {
  const { t } = useTranslation("devices");
  const shown = sides.filter((side) => ranks[side].length > 0);
  if (shown.length === 0) return null;
  return (
    <Section title={t("ranks.title")}>
      <div className="og-grid" style={columns(280, { isFilled: true })}>
        {shown.map((side) => (
          <Ranks key={side} title={t(`ranks.${side}`)} ranks={ranks[side]} color={colors[side]} />
        ))}
      </div>
    </Section>
  );
}

function Ranks({ title, ranks, color }: { title: string; ranks: readonly EnergyRank[]; color: string }) {
  const { t } = useTranslation(["devices", "container"]);
  const locale = useLocale();
  const most = Math.max(1, ...ranks.map(({ energyWh }) => energyWh));
  const nameOf = ({ kind, number }: EnergyRank) => {
    if (kind === undefined) return t("ranks.rest");
    const name = t(`container:device.${kind}`);
    const isOne = ranks.filter((other) => other.kind === kind).length === 1;
    return isOne || number === undefined ? name : t("numbered", { name, number });
  };
  return (
    <div>
      <h3 className={styles.kind}>{title}</h3>
      <ol className={styles.ranks} style={seriesColor(color)}>
        {ranks.map((rank) => (
          <li key={`${rank.kind} ${rank.number}`}>
            <span>{nameOf(rank)}</span>
            <strong className="og-number">{formatQuantityText(rank.energyWh, "Wh", locale)}</strong>
            <span className={styles.bar} aria-hidden style={{ width: `${(rank.energyWh / most) * 100}%` }} />
          </li>
        ))}
      </ol>
    </div>
  );
}
