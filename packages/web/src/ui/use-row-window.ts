import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

import { type RowWindow, windowOf } from "./row-window.ts";

export interface RowWindowOptions {
  count: number;
  /** Of a row, until it was drawn once. */
  estimatePx: number;
  /** Rows that come and go together: divisible by the columns that they may stand in. */
  rowsPerGroup: number;
  /** Other rows: what was measured holds no more. */
  listKey: string;
}

export interface DrawnRows<Frame extends HTMLElement> {
  /** Places of the first row that is drawn and of the first after them that is not. */
  first: number;
  last: number;
  /** Room for the rows before and after. */
  abovePx: number;
  belowPx: number;
  /** For the element right around the rows, each of which carries `data-row={place}`. */
  frameRef: (frame: Frame | null) => void;
}

/** Shorter lists are drawn whole, so that the browser's own search finds all of it. */
const wholeBelow = 60;
/** Drawn before the view is known. */
const firstRows = 36;
/** Beyond the view, so that a quick scroll and the next key find rows there. */
const marginPx = 480;

/** Draws of a long list only the rows around the view of the page, whatever their heights. */
export function useRowWindow<Frame extends HTMLElement>({
  count,
  estimatePx,
  rowsPerGroup,
  listKey,
}: RowWindowOptions): DrawnRows<Frame> {
  const [frame, setFrame] = useState<Frame | null>(null);
  const heights = useRef(new Map<number, number>());
  const groups = Math.ceil(count / rowsPerGroup);
  const isWhole = count <= wholeBelow;
  const [view, setView] = useState<RowWindow>({ from: 0, to: firstRows / rowsPerGroup, abovePx: 0, belowPx: 0 });

  useEffect(() => {
    if (!frame || isWhole) return undefined;
    heights.current.clear();
    const heightOf = (group: number) => heights.current.get(group) ?? rowsPerGroup * estimatePx;
    const look = () => {
      const { top } = frame.getBoundingClientRect();
      const next = windowOf(groups, heightOf, -top - marginPx, innerHeight - top + marginPx);
      setView((before) => (before.from === next.from && before.to === next.to ? before : next));
    };
    const lookAnew = () => {
      heights.current.clear();
      look();
    };
    look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", lookAnew);
    return () => {
      removeEventListener("scroll", look);
      removeEventListener("resize", lookAnew);
    };
  }, [frame, groups, isWhole, estimatePx, rowsPerGroup, listKey]);

  useLayoutEffect(() => {
    if (frame && !isWhole) measure(frame, rowsPerGroup, heights.current);
  });

  const from = Math.min(view.from, Math.max(0, groups - 1));
  return {
    first: isWhole ? 0 : from * rowsPerGroup,
    last: isWhole ? count : Math.min(count, Math.max(view.to, from + 1) * rowsPerGroup),
    abovePx: isWhole ? 0 : view.abovePx,
    belowPx: isWhole ? 0 : view.belowPx,
    frameRef: useCallback((element: Frame | null) => setFrame(element), []),
  };
}

/** Notes the height of each whole group that is drawn: from its first row to the first of the next. */
function measure(frame: HTMLElement, rowsPerGroup: number, heights: Map<number, number>): void {
  const starts = [...frame.querySelectorAll<HTMLElement>("[data-row]")].filter(
    ({ dataset }) => Number(dataset["row"]) % rowsPerGroup === 0,
  );
  for (const [index, start] of starts.entries()) {
    const next = starts[index + 1];
    const group = Number(start.dataset["row"]) / rowsPerGroup;
    if (!next || heights.has(group)) continue;
    heights.set(group, next.getBoundingClientRect().top - start.getBoundingClientRect().top);
  }
}
