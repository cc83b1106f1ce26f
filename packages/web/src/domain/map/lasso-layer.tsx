import { type PointerEvent, useRef, useState } from "react";

import styles from "./map.module.css";
import type { Pixel } from "./projection.ts";

/** Covers the map while something is drawn around; tells the outline in pixels of the map when it is let go. */
export function LassoLayer({ label, onOutline }: { label: string; onOutline: (outline: readonly Pixel[]) => void }) {
  const [line, setLine] = useState<readonly Pixel[]>([]);
  const isDrawing = useRef(false);
  const at = (event: PointerEvent<SVGSVGElement>): Pixel => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const stop = (event: PointerEvent<SVGSVGElement>) => {
    if (!isDrawing.current) return;
    isDrawing.current = false;
    const outline = [...line, at(event)];
    setLine([]);
    if (outline.length > 2) onOutline(outline);
  };
  return (
    <svg
      className={styles.lasso}
      role="img"
      aria-label={label}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        isDrawing.current = true;
        setLine([at(event)]);
      }}
      onPointerMove={(event) => {
        if (isDrawing.current) setLine([...line, at(event)]);
      }}
      onPointerUp={stop}
      onPointerCancel={() => {
        isDrawing.current = false;
        setLine([]);
      }}
    >
      {line.length > 1 && <polygon points={line.map((point) => point.join()).join(" ")} />}
    </svg>
  );
}
