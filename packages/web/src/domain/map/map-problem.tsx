import { useTranslation } from "react-i18next";

import type { MapFiles } from "./map.data.ts";
import styles from "./map.module.css";

/** Why a file that somebody put there is not on the map, and what to do about it. */
export function MapProblem({ file, fault }: NonNullable<MapFiles["problem"]>) {
  const { t } = useTranslation("map");
  return (
    <p className={styles.notice} role="status">
      {t(`problem.${fault}`, { file })}
    </p>
  );
}
