import { type BoardChange, changeBoard } from "@offgrid/contract/widgets/change-board";
import { placed, readingOrder, resized, stepped, withSize } from "@offgrid/contract/widgets/board-layout";
import { knownWidget } from "@offgrid/contract/widgets/known-widget";
import { boardColumns, idOf, usualSizes, type WidgetSize } from "@offgrid/contract/widgets/widget-types";
import type { KeptWidget } from "@offgrid/contract/widgets/widgets.schema";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Board, sizeOf, useBoardColumns } from "../../domain/widgets/board.tsx";
import { useWidgetTitles } from "../../domain/widgets/use-widget-titles.ts";
import { WidgetBox } from "../../domain/widgets/widget-box.tsx";
import { dropTarget } from "../../ui/list-moves.ts";
import { Corner } from "./corner.tsx";
import { tileKeys, TileTools } from "./tile-tools.tsx";

export interface ArrangedBoardProps {
  widgets: readonly KeptWidget[];
  now: number;
  onChange: (change: BoardChange) => void;
  onRemove: (widget: KeptWidget) => void;
}

/** The board while it is arranged: by handles and corners, by the menu of each widget, and by keys. */
export function ArrangedBoard({ widgets, now, onChange, onRemove }: ArrangedBoardProps) {
  const columns = useBoardColumns();
  const frame = useRef<HTMLUListElement>(null);
  const [pulled, setPulled] = useState<{ id: string; size: WidgetSize }>();
  const { announced, step, moveTo, resize, setSize, pin } = useArranging({ widgets, columns, frame, onChange });
  const read = orderOf(widgets, columns);
  const { dragged, setDragged, drop } = useDragged(widgets, moveTo);
  const toolsOf = (widget: KeptWidget) => (
    <TileTools
      widget={widget}
      isFirst={read[0] === idOf(widget)}
      isLast={read.at(-1) === idOf(widget)}
      onStep={(by) => step(widget, by)}
      onResize={(by) => resize(widget, by)}
      onPin={(pinned) => pin(widget, pinned)}
      onRemove={() => onRemove(widget)}
      onDrag={(isDragged) => setDragged(isDragged ? idOf(widget) : undefined)}
    />
  );
  const cornerOf = (widget: KeptWidget) => (
    <Corner
      size={sizeOf(widget)}
      columns={columns}
      boardPx={() => frame.current?.clientWidth ?? 0}
      onPull={(size) => setPulled(size && { id: idOf(widget), size })}
      onSize={(size) => setSize(widget, size)}
    />
  );
  return (
    <>
      <output className="visually-hidden">{announced}</output>
      <Board
        widgets={widgets}
        columns={columns}
        sizes={pulled && sizesWith(widgets, columns, pulled)}
        frameRef={frame}
        itemProps={(widget) => ({
          onKeyDown: tileKeys({ onStep: (by) => step(widget, by), onResize: (by) => resize(widget, by) }),
          onDragOver: (event) => dragged !== undefined && event.preventDefault(),
          onDrop: (event) => {
            event.preventDefault();
            drop(idOf(widget));
          },
        })}
      >
        {(widget, heightPx) => (
          <WidgetBox
            widget={widget}
            now={now}
            heightPx={heightPx}
            isEdited
            isDragged={dragged === idOf(widget)}
            tools={toolsOf(widget)}
            corner={columns > 1 && knownWidget(widget) && cornerOf(widget)}
          />
        )}
      </Board>
    </>
  );
}

/** The widget whose handle is dragged; dropped on another, it takes the other's place. */
function useDragged(widgets: readonly KeptWidget[], moveTo: (widget: KeptWidget, before: string | null) => void) {
  const [dragged, setDragged] = useState<string>();
  const drop = (onto: string) => {
    const before = dragged === undefined ? undefined : dropTarget(widgets.map(idOf), dragged, onto);
    const moved = widgets.find((one) => idOf(one) === dragged);
    setDragged(undefined);
    if (moved && before !== undefined) moveTo(moved, before);
  };
  return { dragged, setDragged, drop };
}

/** Ids of widgets in the order in which one reads them. */
function orderOf(widgets: readonly KeptWidget[], columns: number): string[] {
  return readingOrder(placed(widgets.map(sizeOf), columns)).map((index) => idOf(widgets[index]!));
}

/** Sizes of a board with one of another size; on a desk those beside it give room. */
function sizesWith(
  widgets: readonly KeptWidget[],
  columns: number,
  { id, size }: { id: string; size: WidgetSize },
): WidgetSize[] {
  const sizes = widgets.map(sizeOf);
  const index = widgets.findIndex((one) => idOf(one) === id);
  if (index === -1) return sizes;
  if (columns < boardColumns) return sizes.with(index, size);
  const least = widgets.map((one, each) => {
    const known = knownWidget(one);
    return Math.min(sizes[each]!.w, known ? usualSizes[known.type][0].w : boardColumns);
  });
  return withSize(sizes, index, size, least);
}

interface Arranging extends Pick<ArrangedBoardProps, "widgets" | "onChange"> {
  columns: number;
  frame: RefObject<HTMLUListElement | null>;
}

/** What arranges the board; each change is said to whoever does not see it, and keeps the focus where it was. */
function useArranging({ widgets, columns, frame, onChange }: Arranging) {
  const { t } = useTranslation("widgets");
  const { titleOf } = useWidgetTitles();
  const [announced, setAnnounced] = useState("");
  const focusNext = useRef<string>(undefined);
  const ids = widgets.map(idOf);
  // A widget that changes its place in the page loses the focus on the way.
  useEffect(() => {
    const id = focusNext.current;
    if (id === undefined) return;
    focusNext.current = undefined;
    if (document.activeElement !== document.body) return;
    frame.current?.querySelector<HTMLElement>(`[data-widget="${CSS.escape(id)}"] [data-tools]`)?.focus();
  });
  const moveTo = (widget: KeptWidget, before: string | null) => {
    const id = idOf(widget);
    const move = { id, before };
    const place = orderOf(changeBoard(widgets, { move }), columns).indexOf(id);
    setAnnounced(t("moved", { title: titleOf(widget), place: place + 1, total: ids.length }));
    focusNext.current = id;
    onChange({ move });
  };
  const setSize = (kept: KeptWidget, size: WidgetSize) => {
    const { w, h } = sizeOf(kept);
    if (size.w === w && size.h === h) return;
    setAnnounced(t("resized", { title: titleOf(kept), ...size }));
    const sizes = sizesWith(widgets, columns, { id: idOf(kept), size });
    onChange({
      put: widgets.flatMap((one, index) => {
        const [was, is] = [sizeOf(one), sizes[index]!];
        return was.w === is.w && was.h === is.h ? [] : [{ ...one, size: is }];
      }),
    });
  };
  return {
    announced,
    moveTo,
    setSize,
    step: (widget: KeptWidget, by: -1 | 1) => {
      const id = idOf(widget);
      const to = stepped(widgets.map(sizeOf), columns, ids.indexOf(id), by);
      if (to !== undefined) moveTo(widget, ids.filter((one) => one !== id)[to] ?? null);
    },
    resize: (kept: KeptWidget, by: { w?: number; h?: number }) => {
      const known = knownWidget(kept);
      if (known) setSize(kept, resized(known.size, by));
    },
    pin: (kept: KeptWidget, pinned: boolean) => onChange({ put: [{ ...kept, pinned }] }),
  };
}
