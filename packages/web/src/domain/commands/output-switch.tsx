import { useTranslation } from "react-i18next";

import type { Reading } from "./command-facts.ts";
import styles from "./output-switch.module.css";

export interface OutputSwitchProps {
  /** Of what it switches. */
  name: string;
  reading: NonNullable<Reading>;
  /** The reading says nothing of the present. */
  isOld: boolean;
  /** What was asked for and is not confirmed. */
  wanted: boolean | undefined;
  /** It says why in the elements that describe it. */
  isBlocked: boolean;
  /** Ids of elements that say how it stands. */
  describedBy: string;
  onPress: () => void;
}

/** Stands where its output was last read to be, never where it was asked to go: that is drawn as an outline. */
export function OutputSwitch({ name, reading, isOld, wanted, isBlocked, describedBy, onPress }: OutputSwitchProps) {
  const { t } = useTranslation("command-words");
  const isMoving = wanted !== undefined && wanted !== reading.isOn;
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-checked={reading.isOn}
      aria-label={name}
      aria-describedby={describedBy}
      // Not `disabled`: the focus stays where it is while a command is under way, and the reason can be read.
      aria-disabled={isBlocked}
      aria-busy={isMoving}
      data-old={isOld || undefined}
      title={isBlocked ? undefined : t(reading.isOn ? "act.off" : "act.on")}
      onClick={() => !isBlocked && onPress()}
    >
      <span className={styles.track} aria-hidden>
        <span className={styles.knob} />
        {isMoving && <span className={styles.wanted} />}
      </span>
    </button>
  );
}
