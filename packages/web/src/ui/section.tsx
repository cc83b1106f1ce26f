import { type ReactNode, useId } from "react";

import card from "./card.module.css";
import styles from "./form-layout.module.css";

/** A titled card with a form or facts. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={`${card.card} ${styles.section}`} aria-labelledby={id}>
      <h2 className={styles.heading} id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
