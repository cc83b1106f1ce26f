import { boardColumns, type WidgetSize } from "@offgrid/contract/widgets/widget-types";
import { resized } from "@offgrid/contract/widgets/board-layout";
import { type PointerEvent, useRef } from "react";

import { gapPx, rowPx } from "../../domain/widgets/board.tsx";
import styles from "../../domain/widgets/widgets.module.css";

interface CornerProps {
  size: WidgetSize;
  columns: number;
  /** Width of the board, px. */
  boardPx: () => number;
  /** While it is pulled. */
  onPull: (size: WidgetSize | undefined) => void;
  onSize: (size: WidgetSize) => void;
}

/** The corner of a widget, which is pulled to change its size. The menu and keys do the same. */
export function Corner({ size, columns, boardPx, onPull, onSize }: CornerProps) {
  const from = useRef<{ x: number; y: number }>(undefined);
  const pulled = ({ clientX, clientY }: PointerEvent): WidgetSize => {
    const { x, y } = from.current!;
    const columnPx = (boardPx() + gapPx) / columns;
    return resized(size, {
      w: Math.round(((clientX - x) / columnPx) * (boardColumns / columns)),
      h: Math.round((clientY - y) / (rowPx + gapPx)),
    });
  };
  return (
    <span
      className={styles.corner}
      aria-hidden
      onPointerDown={(event) => {
        event.preventDefault();
        from.current = { x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => from.current && onPull(pulled(event))}
      onPointerUp={(event) => {
        if (!from.current) return;
        onSize(pulled(event));
        from.current = undefined;
        onPull(undefined);
      }}
      onPointerCancel={() => {
        from.current = undefined;
        onPull(undefined);
      }}
    />
  );
}
