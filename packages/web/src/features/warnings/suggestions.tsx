import { Button, type ButtonProps } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { formatList } from "../../core/format.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { Fold } from "./fold.tsx";
import { missingSuggestions, presetName } from "./presets.ts";
import type { SavedRule } from "../../domain/warnings/rules.data.ts";
import { UsualRules } from "./usual-rules.tsx";
import type { NewRuleSearch, PresetName } from "./warnings.search.ts";

interface NewRuleButtonProps extends ButtonProps {
  search: NewRuleSearch;
  text: string;
}

export function NewRuleButton({ search, text, ...look }: NewRuleButtonProps) {
  return (
    <Button {...look} renderRoot={(props) => <Link to="/warning/add" search={search} {...props} />}>
      {text}
    </Button>
  );
}

/** @param props.search What the new rule begins with beside the preset. */
export function PresetButtons({ presets, search }: { presets: readonly PresetName[]; search?: NewRuleSearch }) {
  const { t } = useTranslation("warnings");
  const locale = useLocale();
  return presets.map((preset) => (
    <NewRuleButton
      key={preset}
      variant="default"
      search={{ ...search, preset }}
      text={t("empty.preset", { name: presetName(preset, locale) })}
    />
  ));
}

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
