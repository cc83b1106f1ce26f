import { Button, type ButtonProps } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { useLocale } from "../../ui/use-locale.ts";
import { presetName } from "./presets.ts";
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
