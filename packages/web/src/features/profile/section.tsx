import { type ReactNode, useId } from "react";

import card from "../../ui/card.module.css";
import styles from "./profile.module.css";

/** A titled card of the profile. */
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
