import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { formatQuantityText, missing } from "../../core/format.ts";
import { MemberList } from "../../domain/templates/member-list.tsx";
import { Section } from "../../ui/section.tsx";
import { columns } from "../../ui/columns.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { figureOf, kitFigureNames, kitUnits } from "./kit-input.ts";
import type { Kit } from "./kits.data.ts";
import { useTakenWords } from "./use-taken-words.ts";

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
  const words = useTakenWords();
  const { name, containers, isUsed } = kit;
  return (
    <Section title={name}>
      <dl className="og-facts og-grid" style={columns(120)}>
        {kitFigureNames.map((figure) => (
          <div key={figure}>
            <dt>{t(`figure.${figure}`)}</dt>
            <dd>{formatQuantityText(figureOf(kit, figure), kitUnits[figure], locale) || missing}</dd>
          </div>
        ))}
      </dl>
      <MemberList
        members={containers.map(({ id, name: of, has, wanted, differs }) => ({
          id,
          name: of,
          differs: differs.map((figure) => ({
            label: t(`figure.${figure}`),
            has: words.value(has, figure),
            isDefault: words.isDefault(has, figure),
            wanted: words.value(wanted, figure),
          })),
        }))}
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
