import { Skeleton } from "@mantine/core";
import { type ReactNode, Suspense } from "react";

import { PartAway } from "./part-away.tsx";

/** A part whose code comes after the rest of the page. */
export function LaterPart({ height, children }: { height: number; children: ReactNode }) {
  const waiting = (
    <>
      <PartAway />
      <Skeleton height={height} radius={10} />
    </>
  );
  return <Suspense fallback={waiting}>{children}</Suspense>;
}
