import { type LocaleCode, locales } from "@offgrid/contract/core/constants";
import { IconSelector } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { currentLocale } from "../../core/i18n/locale.ts";
import { chooseOwnLocale } from "./own-locale.ts";
import styles from "./language-select.module.css";

/**
 * Loads the same place in the chosen language. A select of the browser's own, since everybody loads this before anything
 * else, and the library's brings all that fields of forms need.
 */
export function LanguageSelect() {
  const { t } = useTranslation();
  return (
    <span className="og-inline og-relative">
      <select
        className={styles.select}
        aria-label={t("language")}
        value={currentLocale}
        onChange={(event) => chooseOwnLocale(event.currentTarget.value as LocaleCode)}
      >
        {locales.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <IconSelector className={styles.mark} size={14} aria-hidden />
    </span>
  );
}
