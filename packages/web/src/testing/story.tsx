import type { ComponentType } from "react";

import styles from "./story.module.css";

/** A shared part in its states: the gallery shows them side by side, and the component tests render them. */
export interface Story {
  /** What the part is called; the name of its region. */
  name: string;
  /** In the order of their keys, which name the state. */
  states: Readonly<Record<string, ComponentType>>;
  /** The room that a state gets: a column of its own, the whole width, or just what it needs. */
  room?: "column" | "wide" | "inline";
  /** A selector of what comes a moment after the rest; tests look when it is there. */
  awaited?: string;
}

/** All states of a part, in a region that has its name. */
export function StoryView({ story }: { story: Story }) {
  const { name, states, room = "column" } = story;
  return (
    <section className="og-card" aria-label={name}>
      <p className="og-note og-after-more">
        <code>{name}</code>
      </p>
      <div className={styles.states}>
        {Object.entries(states).map(([title, State]) => (
          <div key={title} className={`og-least ${styles[room] ?? ""}`}>
            <State />
          </div>
        ))}
      </div>
    </section>
  );
}
