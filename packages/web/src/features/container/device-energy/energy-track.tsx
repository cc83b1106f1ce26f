import styles from "./energy-track.module.css";

/** How much of the largest energy beside it this one is, as a bar; the energy itself stands in words. @param share 0..1. */
export function EnergyTrack({ share }: { share: number }) {
  return (
    <span className={styles.track} aria-hidden>
      <span style={{ width: `${share * 100}%` }} />
    </span>
  );
}
