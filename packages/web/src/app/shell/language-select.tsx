import { NativeSelect } from "@mantine/core";
import { type LocaleCode, locales } from "@offgrid/contract/core/constants";
import { useTranslation } from "react-i18next";

import { chooseLocale, currentLocale } from "../../core/i18n/locale.ts";

/** Loads the same place in the chosen language. */
export function LanguageSelect() {
  const { t } = useTranslation();
  return (
    <NativeSelect
      aria-label={t("language")}
      size="xs"
      value={currentLocale}
      onChange={(event) => chooseLocale(event.currentTarget.value as LocaleCode)}
      data={locales.map(({ code, name }) => ({ value: code, label: name }))}
    />
  );
}
