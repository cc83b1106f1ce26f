import { Button, Skeleton } from "@mantine/core";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { comesWithinMs, watchStalled } from "../core/chunk.ts";
import { PartAway, useIsPartAway, useReloadIfStuck } from "./part-away.tsx";

interface Props {
  /** Of what will come; a number is in pixels. */
  height: number | string;
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
function Place({ height, isAwaySaid }: { height: number | string; isAwaySaid: boolean }) {
  const isAway = useIsPartAway();
  const isLost = useIsLost(isAway);
  useEffect(() => {
    let come = () => {};
    void watchStalled(new Promise<void>((resolve) => (come = resolve)));
    return () => come();
  }, []);
  if (isAway && isAwaySaid) return null;
  if (isAway) return <PartAway />;
  return isLost ? <PartLost /> : <Skeleton height={height} radius={10} />;
}

/** The connection came back, and the part did not: a browser gives up no module that has stalled. */
function useIsLost(isAway: boolean): boolean {
  const [wasAway, setWasAway] = useState(false);
  const [isLost, setLost] = useState(false);
  if (isAway && !wasAway) setWasAway(true);
  useEffect(() => {
    if (!wasAway || isAway) return undefined;
    const timer = setTimeout(() => setLost(true), comesWithinMs);
    return () => clearTimeout(timer);
  }, [wasAway, isAway]);
  return isLost;
}

function PartLost() {
  const { t } = useTranslation();
  return (
    <div className="og-line" role="alert">
      <span>{t("error.part_lost_text")}</span>
      <Button variant="default" size="xs" onClick={() => location.reload()}>
        {t("action.reload")}
      </Button>
    </div>
  );
}

function Whole({ children }: { children: ReactNode }) {
  useReloadIfStuck();
  return children;
}
