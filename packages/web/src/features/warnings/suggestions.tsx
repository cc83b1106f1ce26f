import { Button, type ButtonProps } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatList } from "../../core/format.ts";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import { sayDone, sayFailure } from "../../ui/toast.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { Fold } from "./fold.tsx";
import { missingSuggestions, presetName } from "./presets.ts";
import type { Rule } from "./rule-input.ts";
import { type SavedRule, saveRules } from "../../domain/warnings/rules.data.ts";
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
      <div className="og-wrap">
        <UsualRules rules={usual} variant="default" />
        <PresetButtons presets={presets} />
      </div>
    </Fold>
  );
}

/** Adds all of these for everything that the person sees. */
export function UsualRules({ rules, ...look }: ButtonProps & { rules: readonly Rule[] }) {
  const { t } = useTranslation("warnings");
  const sites = useContainerChoices()?.map(({ id }) => id) ?? [];
  const [isRunning, setRunning] = useState(false);
  // Once they are there this button is gone, and could not say what came of it.
  const add = async () => {
    setRunning(true);
    try {
      await saveRules(rules.map((rule) => ({ ...rule, sites })));
      sayDone(t("empty.added", { count: rules.length }));
    } catch {
      sayFailure(t("empty.failed"));
    } finally {
      setRunning(false);
    }
  };
  if (sites.length === 0 || rules.length === 0) return null;
  return (
    <Button {...look} loading={isRunning} onClick={() => void add()}>
      {t("empty.all", { count: rules.length })}
    </Button>
  );
}
