import { useMediaQuery } from "@mantine/hooks";
import { placed, readingOrder } from "@offgrid/contract/widgets/board-layout";
import { boardColumns, idOf, usualSizes, type WidgetSize } from "@offgrid/contract/widgets/widget-types";
import { knownWidget } from "@offgrid/contract/widgets/known-widget";
import type { KeptWidget } from "@offgrid/contract/widgets/widgets.schema";
import type { HTMLAttributes, ReactNode, Ref } from "react";
import { useTranslation } from "react-i18next";

import styles from "./widgets.module.css";

/** Height of a row and what is between two, as in the style sheet. */
export const [rowPx, gapPx] = [64, 16];

export function heightOf(rows: number): number {
  return rows * rowPx + (rows - 1) * gapPx;
}

/** One that is not known takes little room. */
export function sizeOf(kept: KeptWidget): WidgetSize {
  return knownWidget(kept)?.size ?? usualSizes.text[0];
}

/** How many columns a board has here: twelve on a desk, half of them where there is less room, one on a phone. */
export function useBoardColumns(): number {
  const isWide = useMediaQuery("(min-width: 1100px)", undefined, { getInitialValueInEffect: false });
  const isPhone = useMediaQuery("(max-width: 599px)", undefined, { getInitialValueInEffect: false });
  return isPhone ? 1 : isWide ? boardColumns : boardColumns / 2;
}

interface BoardProps {
  widgets: readonly KeptWidget[];
  columns: number;
  /** In the place of their own, while one is pulled. */
  sizes?: readonly WidgetSize[] | undefined;
  frameRef?: Ref<HTMLUListElement>;
  /** Of the place of a widget. */
  itemProps?: (widget: KeptWidget) => HTMLAttributes<HTMLLIElement>;
  /** @param heightPx The room of the widget. */
  children: (widget: KeptWidget, heightPx: number) => ReactNode;
}

/** Widgets in their places, none over another, in the order in which one reads them. */
export function Board({ widgets, columns, sizes, frameRef, itemProps, children }: BoardProps) {
  const { t } = useTranslation("widgets");
  const places = placed(sizes ?? widgets.map(sizeOf), columns);
  const isSingle = columns === 1;
  return (
    <ul
      className={`og-plain-list ${styles.board}`}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      data-single={isSingle || undefined}
      aria-label={t("board")}
      ref={frameRef}
    >
      {readingOrder(places).map((index) => {
        const widget = widgets[index]!;
        const { x, y, w, h } = places[index]!;
        const place = { gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${h}` };
        return (
          <li key={idOf(widget)} {...itemProps?.(widget)} style={isSingle ? undefined : place}>
            {children(widget, heightOf(h))}
          </li>
        );
      })}
    </ul>
  );
}
