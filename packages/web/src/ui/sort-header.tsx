import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";

import styles from "./table.module.css";

export type SortDirection = "ascending" | "descending";

export interface SortHeaderProps {
  label: string;
  /** How the table is ordered by this column; undefined: by another. */
  direction: SortDirection | undefined;
  /** Figures stand at the right. */
  isFigure?: boolean;
  onSort: () => void;
}

/** The head of a column that orders its table. */
export function SortHeader({ label, direction, isFigure = false, onSort }: SortHeaderProps) {
  const Arrow = direction === "ascending" ? IconArrowUp : IconArrowDown;
  return (
    <th scope="col" className={isFigure ? "og-amount" : undefined} aria-sort={direction}>
      <button type="button" className={styles.sort} onClick={onSort}>
        {label}
        {direction && <Arrow size={14} aria-hidden />}
      </button>
    </th>
  );
}
