import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { formatQuantityText, missing } from "../../core/format.ts";
import { MemberList } from "../../domain/templates/member-list.tsx";
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
  /** With these containers, by id. Absent: it may not be applied. */
  onApply: ((containerIds: readonly string[]) => void) | undefined;
  onEdit: () => void;
  onDelete: () => void;
}

/** A kit with its figures and its containers. */
export function KitCard({ kit, mayChange, onApply, onEdit, onDelete }: KitCardProps) {
  const { t } = useTranslation(["kits", "apply-template"]);
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
      <MemberList
        members={containers.map((one) => ({ ...one, differs: one.differs.map((figure) => t(`figure.${figure}`)) }))}
        isUsed={isUsed}
        onApply={onApply}
      />
      {mayChange && (
        <div className="og-line">
          {onApply && (
            <Button variant="default" aria-label={t("apply-template:applyName", { name })} onClick={() => onApply([])}>
              {t("apply-template:applyButton")}
            </Button>
          )}
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
