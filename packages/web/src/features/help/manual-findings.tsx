import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { EmptyState } from "../../ui/empty-state.tsx";
import { type ManualSection, excerptOf } from "./manual-text.ts";

export interface ManualFindingsProps {
  sections: readonly ManualSection[];
  /** What was looked for. */
  query: string;
}

/** Sections of the manual that hold what was looked for. */
export function ManualFindings({ sections, query }: ManualFindingsProps) {
  const { t } = useTranslation("help");
  if (sections.length === 0) return <EmptyState title={t("none", { query })} />;
  return (
    <>
      <p role="status">{t("found", { count: sections.length })}</p>
      <ul className="og-plain-list og-lined">
        {sections.map((section) => (
          <li
            key={`${section.slug} ${section.id ?? ""}`}
            className="og-words og-tight og-top"
            style={{ padding: "12px 0" }}
          >
            <Link
              className="og-link og-medium"
              to="/help/{-$slug}"
              params={{ slug: section.slug }}
              {...(section.id !== undefined && { hash: section.id })}
            >
              {section.id === undefined ? section.title : `${section.pageTitle}: ${section.title}`}
            </Link>
            <p className="og-quiet">{excerptOf(section, query)}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
