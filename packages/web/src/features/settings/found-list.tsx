import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { FoundSetting } from "./find-settings.ts";

/** Settings that a search found, each with a link to its field. */
export function FoundList({ found }: { found: readonly FoundSetting[] }) {
  const { t } = useTranslation("settings");
  return (
    <section className="og-card" style={{ padding: 16 }} aria-label={t("found")}>
      <h2 className="og-title">{t("found")}</h2>
      <ul className="og-plain-list og-lined">
        {found.map(({ at, section, label }) => (
          <li key={at} className="og-words" style={{ paddingBlock: 6 }}>
            <Link className="og-name-link" to="/settings/general" search={{ at }}>
              {label ?? section}
            </Link>
            {label !== undefined && <span className="og-note">{section}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
