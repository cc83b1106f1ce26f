import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { ManualPage } from "./help.data.ts";
import styles from "./help.module.css";
import { headingsOf } from "./manual-text.ts";

export interface ManualContentsProps {
  pages: readonly ManualPage[];
  /** The page that is open. */
  slug: string;
}

/** All pages, and the sections of the one that is open. */
export function ManualContents({ pages, slug }: ManualContentsProps) {
  const { t } = useTranslation("help");
  return (
    <nav aria-label={t("contents")} className={styles.contents}>
      <ol className="og-plain-list">
        {pages.map((page) => (
          <li key={page.slug}>
            <Link
              className="og-hover"
              to="/help/{-$slug}"
              params={{ slug: page.slug }}
              aria-current={page.slug === slug ? "page" : undefined}
            >
              {page.title}
            </Link>
            {page.slug === slug && (
              <ul className={styles.sections}>
                {headingsOf(page.markdown).map(({ id, title }) => (
                  <li key={id}>
                    <Link
                      className="og-hover"
                      to="/help/{-$slug}"
                      params={{ slug }}
                      hash={id}
                      activeOptions={{ includeHash: true }}
                    >
                      {title}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
