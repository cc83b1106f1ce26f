import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

/** Pages of the manual that define figures. */
export type DefiningPage = "energy-terms" | "blackout";

/** Leads from figures to the page of the manual that says what each of them means. */
export function DefinitionsLink({ page }: { page: DefiningPage }) {
  const { t } = useTranslation("shared");
  return (
    <p className="og-note og-no-print">
      <Link className="og-link og-line-24" to="/help/{-$slug}" params={{ slug: page }}>
        {t(`definitions.${page}`)}
      </Link>
    </p>
  );
}
