import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import { borrowedTexts, onBorrowedTexts } from "../../core/i18n/i18n.ts";
import { currentLocale } from "../../core/i18n/locale.ts";
import classes from "./shell.module.css";

/** Says why words are in another language than the page's, as long as some are. */
export function LanguageBanner() {
  const { t } = useTranslation("shell");
  const borrowed = useSyncExternalStore(onBorrowedTexts, borrowedTexts);
  const [other] = borrowed.values();
  if (other === undefined) return null;
  const names = new Intl.DisplayNames(borrowed.get("shell") ?? currentLocale, { type: "language" });
  return (
    <div className={classes.banner} role="status">
      {t("language_away", { language: names.of(currentLocale), other: names.of(other) })}
    </div>
  );
}
