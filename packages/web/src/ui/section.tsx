import { type ReactNode, useId } from "react";

import styles from "./form-layout.module.css";

/** A titled card with a form or facts. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={`og-card ${styles.section}`} aria-labelledby={id}>
      <h2 className="og-title" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
