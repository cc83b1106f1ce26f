import { useWindowVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useState } from "react";

import { usePrinting } from "./use-printing.ts";

export interface RowWindowOptions {
  count: number;
  /** Of a row, until it was drawn once. */
  estimatePx: number;
  /** Rows that come and go together: divisible by the columns that they may stand in. */
  rowsPerGroup: number;
  /** Other rows: earlier measurements no longer hold. */
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
/** Beyond the view, so that a quick scroll and the next key find rows there. */
const marginPx = 480;

type Rows = Virtualizer<Window, Element>;

/** Draws only the rows of a long list around the view of the page, whatever their heights; on paper all of them. */
export function useRowWindow<Frame extends HTMLElement>({
  count,
  estimatePx,
  rowsPerGroup,
  listKey,
}: RowWindowOptions): DrawnRows<Frame> {
  const [frame, frameRef] = useState<Frame | null>(null);
  const [topPx, setTopPx] = useState(0);
  const isPrinting = usePrinting() !== undefined;
  const isWhole = count <= wholeBelow || isPrinting;
  const groupPx = rowsPerGroup * estimatePx;
  const rows: Rows = useWindowVirtualizer({
    enabled: !isWhole,
    count: Math.ceil(count / rowsPerGroup),
    estimateSize: () => groupPx,
    overscan: Math.ceil(marginPx / groupPx),
    scrollMargin: topPx,
    initialRect: { width: innerWidth, height: innerHeight },
    // Drawing between two scroll events would make each of them wait for it.
    useFlushSync: false,
  });

  // Other rows, or another width: earlier measurements no longer hold.
  useEffect(() => rows.measure(), [rows, listKey, groupPx]);
  useEffect(() => {
    const measureAgain = () => rows.measure();
    addEventListener("resize", measureAgain);
    return () => removeEventListener("resize", measureAgain);
  }, [rows]);

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- rows are measured after each drawing; the same place is no change
  useLayoutEffect(() => {
    if (!frame || isWhole) return;
    // Content above a list may grow; within the margin it makes no difference.
    setTopPx(Math.round(frame.getBoundingClientRect().top + scrollY));
    measure(frame, rowsPerGroup, rows);
  });

  const drawn = rows.getVirtualItems();
  const [first, last] = [drawn[0], drawn.at(-1)];
  if (isWhole || !first || !last) {
    return { first: 0, last: isWhole ? count : Math.min(count, wholeBelow), abovePx: 0, belowPx: 0, frameRef };
  }
  return {
    first: first.index * rowsPerGroup,
    last: Math.min(count, (last.index + 1) * rowsPerGroup),
    abovePx: first.start - topPx,
    belowPx: Math.max(0, rows.getTotalSize() - (last.end - topPx)),
    frameRef,
  };
}

/** Gives the list the height of each whole group that is drawn: from its first row to the first of the next. */
function measure(frame: HTMLElement, rowsPerGroup: number, rows: Rows): void {
  const starts = [...frame.querySelectorAll<HTMLElement>("[data-row]")].filter(
    ({ dataset }) => Number(dataset["row"]) % rowsPerGroup === 0,
  );
  for (const [index, start] of starts.entries()) {
    const next = starts[index + 1];
    if (!next) continue;
    const heightPx = next.getBoundingClientRect().top - start.getBoundingClientRect().top;
    rows.resizeItem(Number(start.dataset["row"]) / rowsPerGroup, heightPx);
  }
}
