import { type RefObject, useLayoutEffect, useRef, useState } from "react";

interface Options {
  /** What stands around it takes so much as a rule, px. */
  usualPx: number;
  /** It is never lower, px. */
  leastPx: number;
}

/**
 * How tall a drawing may be in a widget, px: what stands around it in its frame has room too, however its words wrap.
 * @param heightPx Of the room of the widget.
 */
export function useRoomFor(
  heightPx: number,
  { usualPx, leastPx }: Options,
): { frame: RefObject<HTMLDivElement | null>; roomPx: number } {
  const frame = useRef<HTMLDivElement>(null);
  const [aroundPx, setAround] = useState(usualPx);
  const roomPx = Math.max(leastPx, heightPx - aroundPx);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => {
      const px = element.offsetHeight - roomPx;
      // Before it is drawn there is less. A pixel may come of rounding.
      if (px > usualPx / 2) setAround((was) => (Math.abs(was - px) > 1 ? px : was));
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => sizes.disconnect();
  });
  return { frame, roomPx };
}
