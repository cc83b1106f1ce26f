import type { ReactNode } from "react";

import styles from "./page-header.module.css";

export interface PageHeaderProps {
  title: string;
  /** One line under the title: what the page shows, or marks. */
  context?: ReactNode;
  /** The primary action. */
  action?: ReactNode;
}

/** Top of a page. Its heading takes the focus after a change of route and is the only first-level one. */
export function PageHeader({ title, context, action }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className="og-words">
        <h1 className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        {context !== undefined && <div className="og-line og-fine og-text-14 og-muted">{context}</div>}
      </div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </header>
  );
}
