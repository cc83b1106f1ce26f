import { Button } from "@mantine/core";
import { widgetLimits } from "@offgrid/contract/widgets/widget-types";
import type { KeptWidget } from "@offgrid/contract/widgets/widgets.schema";
import { useTranslation } from "react-i18next";

import { formatList } from "../../core/format.ts";
import { useWidgetTitles } from "../../domain/widgets/use-widget-titles.ts";
import { Section } from "../../ui/section.tsx";
import { useLocale } from "../../ui/use-locale.ts";

export interface StarterBoardProps {
  board: readonly KeptWidget[] | null;
  /** Of the person who sets it; undefined until it is known. */
  own: readonly KeptWidget[] | undefined;
  onChange: (board: KeptWidget[] | null) => void;
}

/** The board that people of a role begin with: a copy of the one of whoever sets it. */
export function StarterBoard({ board, own, onChange }: StarterBoardProps) {
  const { t } = useTranslation("roles");
  const locale = useLocale();
  const { titleOf } = useWidgetTitles();
  const isLong = (own?.length ?? 0) > widgetLimits.starter;
  return (
    <Section title={t("starter.title")}>
      <p className="og-quiet og-anywhere">{t("starter.help")}</p>
      <p className="og-anywhere">
        {board === null
          ? t("starter.none")
          : t("starter.has", { count: board.length, titles: formatList(board.map(titleOf), locale) })}
      </p>
      <div className="og-wrap">
        <Button
          variant="default"
          disabled={!own || own.length === 0 || isLong}
          onClick={() => own && onChange([...own])}
        >
          {t("starter.take")}
        </Button>
        {board !== null && (
          <Button variant="default" onClick={() => onChange(null)}>
            {t("starter.drop")}
          </Button>
        )}
      </div>
      {own?.length === 0 && <p className="og-note">{t("starter.noOwn")}</p>}
      {isLong && <p className="og-note">{t("starter.tooLong", { count: widgetLimits.starter })}</p>}
    </Section>
  );
}
