import { useTranslation } from "react-i18next";

import { formatList } from "../../core/format.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { Fold } from "./fold.tsx";
import { PresetButtons } from "./new-rule-buttons.tsx";
import { missingSuggestions } from "./presets.ts";
import type { SavedRule } from "../../domain/warnings/rules.data.ts";
import { UsualRules } from "./usual-rules.tsx";

/** Suggested rules that somebody who has rules does not have yet. */
export function MoreSuggestions({ saved }: { saved: readonly SavedRule[] }) {
  const { t } = useTranslation("warnings");
  const locale = useLocale();
  const { usual, presets } = missingSuggestions(
    saved.map(({ rule }) => rule),
    locale,
  );
  if (usual.length + presets.length === 0) return null;
  return (
    <Fold title={t("suggested")} isOpen={false}>
      {usual.length > 0 && (
        <p className="og-note">
          {formatList(
            usual.map(({ ruleName }) => ruleName),
            locale,
          )}
        </p>
      )}
      <div className="og-close-stack">
        <UsualRules rules={usual} variant="default" />
        <div className="og-wrap">
          <PresetButtons presets={presets} />
        </div>
      </div>
    </Fold>
  );
}
