import { Skeleton } from "@mantine/core";
import { type ReactNode, Suspense } from "react";

import { PartAway, useIsPartAway, useReloadIfStuck } from "./part-away.tsx";

interface Props {
  /** In pixels, of what will come. */
  height: number;
  /** Around its place while it is not there, such as the title that comes with it; absent: nothing. */
  frame?: ((place: ReactNode) => ReactNode) | undefined;
  /** What stands above says already that it waits for the connection. */
  isAwaySaid?: boolean;
  /** All of the screen that matters: it is loaded anew if it stays away although the connection is back. */
  isWhole?: boolean;
  children: ReactNode;
}

/** A part whose code comes after the rest of the page. */
export function LaterPart({ height, frame, isAwaySaid = false, isWhole = false, children }: Props) {
  const part = <Place height={height} isAwaySaid={isAwaySaid} />;
  const place = isWhole ? <Whole>{part}</Whole> : part;
  return <Suspense fallback={frame ? frame(place) : place}>{children}</Suspense>;
}

/** Without a network nothing is on its way, so that nothing looks as if it were. */
function Place({ height, isAwaySaid }: { height: number; isAwaySaid: boolean }) {
  const isAway = useIsPartAway();
  if (isAway && isAwaySaid) return null;
  return isAway ? <PartAway /> : <Skeleton height={height} radius={10} />;
}

function Whole({ children }: { children: ReactNode }) {
  useReloadIfStuck();
  return children;
}
