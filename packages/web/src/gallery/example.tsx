import type { ReactNode } from "react";

import styles from "./gallery.module.css";

/** One part in its states; `name` is what the tests of looks call it by. */
export function Example({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.example} data-part={name} aria-label={name}>
      <code className={styles.name}>{name}</code>
      <div className={styles.states}>{children}</div>
    </section>
  );
}
