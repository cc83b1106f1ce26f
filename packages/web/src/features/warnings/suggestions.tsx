import { IconListCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatList } from "../../core/format.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { Fold } from "../../ui/fold.tsx";
import { PresetButtons } from "./new-rule-buttons.tsx";
import { missingSuggestions, usualRules } from "./presets.ts";
import type { SavedRule } from "../../domain/warnings/rules.data.ts";
import { useIsAllWatched, UsualRules } from "./usual-rules.tsx";
import { presetNames } from "./warnings.search.ts";

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

/**
 * With what most people begin: all usual rules for everything that they see, or one of them to write on. Whoever is warned
 * of all of that by the rules of others is not asked to add it.
 */
export function NoRules() {
  const { t } = useTranslation("warnings");
  const locale = useLocale();
  const usual = usualRules(locale);
  const isAllWatched = useIsAllWatched(usual);
  return (
    <div className="og-card">
      <EmptyState
        title={t(isAllWatched ? "empty.watched" : "empty.title")}
        why={t(isAllWatched ? "empty.watchedWhy" : "empty.why")}
        icon={<IconListCheck size={40} />}
        action={
          <div className="og-stack">
            {!isAllWatched && <UsualRules rules={usual} />}
            <div className="og-wrap og-center">
              <PresetButtons presets={presetNames} />
            </div>
          </div>
        }
      />
      {isAllWatched && <UsualRules rules={usual} isSaid variant="default" />}
    </div>
  );
}
