import type { ReactNode } from "react";

import styles from "./page-header.module.css";

export interface PageHeaderProps {
  title: string;
  /** Stands by the title, whatever comes under it. */
  beside?: ReactNode;
  /** One line under the title: what the page shows, or marks. */
  context?: ReactNode;
  /** The primary action. */
  action?: ReactNode;
}

/** Top of a page. Its heading takes the focus after a change of route and is the only first-level one. */
export function PageHeader({ title, beside, context, action }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className="og-words">
        <div className="og-row">
          <h1 className={styles.title} tabIndex={-1}>
            {title}
          </h1>
          {beside}
        </div>
        {context !== undefined && <div className="og-line og-fine og-text-14 og-muted">{context}</div>}
      </div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </header>
  );
}
