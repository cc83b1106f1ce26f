import { Skeleton } from "@mantine/core";
import { type ReactNode, Suspense } from "react";

import { PartAway, useIsPartAway } from "./part-away.tsx";

interface Props {
  /** In pixels, of what will come. */
  height: number;
  /** Around its place while it is not there, such as the title that comes with it; absent: nothing. */
  frame?: ((place: ReactNode) => ReactNode) | undefined;
  /** What stands above says already that it waits for the connection. */
  isAwaySaid?: boolean;
  children: ReactNode;
}

/** A part whose code comes after the rest of the page. */
export function LaterPart({ height, frame, isAwaySaid = false, children }: Props) {
  const place = <Place height={height} isAwaySaid={isAwaySaid} />;
  return <Suspense fallback={frame ? frame(place) : place}>{children}</Suspense>;
}

/** Without a network nothing is on its way, so that nothing looks as if it were. */
function Place({ height, isAwaySaid }: { height: number; isAwaySaid: boolean }) {
  const isAway = useIsPartAway();
  if (isAway && isAwaySaid) return null;
  return isAway ? <PartAway /> : <Skeleton height={height} radius={10} />;
}
