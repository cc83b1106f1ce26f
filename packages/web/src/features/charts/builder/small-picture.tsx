import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { placedLines } from "@offgrid/contract/charts/drawn-lines";
import { type CSSProperties, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Thumb } from "../../../domain/charts/chart-thumb.tsx";

/** About where the drawing ends in its card, CSS pixels. */
const endPx = 300;

/** On a phone the preview scrolls away while one chooses: it goes on in small at the top, and a tap leads back to it. */
export function SmallPicture({ drawn, definition }: { drawn: DrawnChart; definition: ChartDefinition }) {
  const { t } = useTranslation("charts");
  const end = useRef<HTMLSpanElement>(null);
  const isAbove = useIsAbove(end);
  const lines = useMemo(() => placedLines(drawn, definition), [drawn, definition]);
  return (
    <>
      <span ref={end} style={{ position: "absolute", top: endPx, width: 1, height: 1 }} aria-hidden />
      {isAbove && lines.length > 0 && (
        <button
          type="button"
          className="og-plain-button og-ground og-no-print"
          style={look}
          aria-label={t("toPreview")}
          onClick={() => end.current?.parentElement?.scrollIntoView({ block: "start" })}
        >
          <Thumb lines={lines} height={64} />
        </button>
      )}
    </>
  );
}

const look: CSSProperties = {
  position: "fixed",
  zIndex: 10,
  top: "var(--header-height)",
  insetInline: 0,
  padding: "8px 16px",
  borderBottom: "1px solid var(--og-border)",
};

/** Whether a place has gone out of the window at its upper edge. */
function useIsAbove(place: RefObject<HTMLElement | null>): boolean {
  const [isAbove, setAbove] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    // Of several changes at once the last one holds.
    const note = (entries: IntersectionObserverEntry[]) => setAbove(entries.at(-1)?.isIntersecting === false);
    // Whatever is further down counts as seen: a jump over the window tells it too.
    const observer = new IntersectionObserver(note, { root: document, rootMargin: "0px 0px 100000px 0px" });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return isAbove;
}
