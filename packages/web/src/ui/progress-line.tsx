import styles from "./async.module.css";

/** Runs over what stays on the screen while newer is on its way. */
export function ProgressLine({ isOfPage = false }: { isOfPage?: boolean }) {
  return <div className={styles.progress} style={isOfPage ? atTop : undefined} />;
}

/** Seen wherever the page is scrolled to, above the bar. */
const atTop = { position: "fixed", inset: "0 0 auto", height: 3, zIndex: 400 } as const;
