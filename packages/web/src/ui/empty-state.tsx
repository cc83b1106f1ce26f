import type { ReactNode } from "react";

import styles from "./empty-state.module.css";

export interface EmptyStateProps {
  title: string;
  /** One sentence: why there is nothing. */
  why?: string;
  /** The one thing to do about it. */
  action?: ReactNode;
  /** A drawing, hidden from readers. */
  icon?: ReactNode;
}

/** What stands where there is nothing to show. */
export function EmptyState({ title, why, action, icon }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon !== undefined && (
        <div className="og-quiet" aria-hidden>
          {icon}
        </div>
      )}
      <p className={styles.title}>{title}</p>
      {why !== undefined && <p className={styles.why}>{why}</p>}
      {action}
    </div>
  );
}
