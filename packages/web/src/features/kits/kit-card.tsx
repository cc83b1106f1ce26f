import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { formatQuantityText, missing } from "../../core/format.ts";
import { Section } from "../../ui/section.tsx";
import { columns } from "../../ui/columns.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { figureOf, type KitFigure, kitFigureNames } from "./kit-input.ts";
import type { Kit } from "./kits.data.ts";

const units = {
  pvWp: "W",
  batteryWh: "Wh",
  inverterW: "W",
  panels: "count",
  strings: "count",
  reserveSoc: "percent",
  maxLoadW: "W",
} as const satisfies Record<KitFigure, string>;

export interface KitCardProps {
  kit: Kit;
  mayChange: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

/** A kit with its figures and its containers. */
export function KitCard({ kit, mayChange, onEdit, onDelete }: KitCardProps) {
  const { t } = useTranslation("kits");
  const locale = useLocale();
  const { name, containers, isUsed } = kit;
  return (
    <Section title={name}>
      <dl className="og-facts og-grid" style={columns(120)}>
        {kitFigureNames.map((figure) => (
          <div key={figure}>
            <dt>{t(`figure.${figure}`)}</dt>
            <dd>{formatQuantityText(figureOf(kit, figure), units[figure], locale) || missing}</dd>
          </div>
        ))}
      </dl>
      <div className="og-words">
        <span className="og-small">{t("containers", { count: containers.length })}</span>
        {containers.length > 0 && (
          <ul className="og-plain-list og-wrap og-loose">
            {containers.map(({ id, name: label }) => (
              <li key={id}>
                <Link className="og-name-link og-anywhere" to="/containers/$slug" params={{ slug: id }}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {isUsed && containers.length === 0 && <span>{t("usedByOthers")}</span>}
      </div>
      {mayChange && (
        <div className="og-line">
          <Button variant="default" aria-label={t("editTitle", { name })} onClick={onEdit}>
            {t("edit")}
          </Button>
          <Button variant="subtle" color="red" aria-label={t("deleteName", { name })} onClick={onDelete}>
            {t("delete")}
          </Button>
        </div>
      )}
    </Section>
  );
}
