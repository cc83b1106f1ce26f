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
  /** There is little room above the page: a smaller name, and less between the lines. */
  isLow?: boolean;
}

/** Top of a page. Its heading takes the focus after a change of route and is the only first-level one. */
export function PageHeader({ title, beside, context, action, isLow = false }: PageHeaderProps) {
  return (
    <header className={styles.header} style={isLow ? { rowGap: 6 } : undefined}>
      <div className="og-words">
        <div className="og-row">
          <h1 className={styles.title} style={isLow ? { fontSize: 20, lineHeight: "28px" } : undefined} tabIndex={-1}>
            {title}
          </h1>
          {/* What a finger can hit is higher than a low line. */}
          {isLow && beside !== undefined ? <span style={{ display: "flex", marginBlock: -8 }}>{beside}</span> : beside}
        </div>
        {context !== undefined && <div className="og-line og-fine og-text-14 og-muted">{context}</div>}
      </div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </header>
  );
}
