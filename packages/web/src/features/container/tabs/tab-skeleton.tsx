import { Skeleton } from "@mantine/core";

import styles from "../container.module.css";
import type { ContainerTab } from "./container-tabs.ts";

/** As high as the figures of the overview are with all they say. */
export const figuresPx = 168;

/** While nothing is known of a container: the overview in its final geometry, any other tab as one block. */
export function TabSkeleton({ tab }: { tab: ContainerTab }) {
  if (tab !== "overview") return <Skeleton height={640} radius={10} />;
  return (
    <div className="og-stack">
      <div className={styles.figures}>
        {[1, 2, 3, 4].map((place) => (
          <Skeleton key={place} height={figuresPx} radius={10} />
        ))}
      </div>
      <div className={styles.outlook}>
        <Skeleton height={460} radius={10} />
        <Skeleton height={460} radius={10} />
      </div>
    </div>
  );
}
