import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from "react";

import { useIsPhone } from "../../ui/use-list-search.ts";

export interface FittedItem {
  key: string;
  content: ReactNode;
}

interface Props {
  items: readonly FittedItem[];
  /** How many there are in all, of which these are the first. */
  total: number;
  /** Of the room for the list and what says how many more there are. */
  heightPx: number;
  className: string;
  style?: CSSProperties;
  /** What says how many more there are. */
  more: (count: number) => ReactNode;
}

/** So many on a phone, where one has other widgets to scroll to. */
const mostOnPhone = 6;

/** What says how many more there are, with its distance. */
const morePx = 32;

/** What goes beyond its height is no part of the widget, nor is what its items say to readers of the screen. */
const cut: CSSProperties = { position: "relative", overflow: "hidden" };

/**
 * As many items of a list as the room of a widget shows whole, one at least, and how many more there are. On a phone a widget
 * is as tall as what is in it.
 */
export function FittedList({ items: given, total, heightPx, className, style, more }: Props) {
  const isPhone = useIsPhone();
  const items = isPhone ? given.slice(0, mostOnPhone) : given;
  const list = useRef<HTMLUListElement>(null);
  const [fitting, setFitting] = useState<{ count: number; px: number }>();
  useLayoutEffect(() => {
    const frame = list.current;
    if (isPhone || !frame) return undefined;
    const measure = () => setFitting((was) => sameOr(was, fittingOf(frame, heightPx, total > items.length)));
    measure();
    const sizes = new ResizeObserver(measure);
    for (const part of [frame, ...frame.children]) sizes.observe(part);
    return () => sizes.disconnect();
  });
  const { count, px } = (!isPhone && fitting) || { count: items.length, px: undefined };
  const isCut = count < items.length;
  return (
    <>
      <ul
        ref={list}
        className={`og-plain-list ${className}`}
        style={{ ...style, ...(isCut && { ...cut, height: px }) }}
      >
        {items.map(({ key, content }, index) => (
          <li key={key} style={index < count ? undefined : { visibility: "hidden" }}>
            {content}
          </li>
        ))}
      </ul>
      {total > count && more(total - count)}
    </>
  );
}

/** How many of the items stand whole within a height, and how far down these reach. */
function fittingOf(frame: HTMLElement, heightPx: number, hasMore: boolean): { count: number; px: number } {
  const parts = [...frame.children] as HTMLElement[];
  const top = parts[0]?.offsetTop ?? 0;
  const ends = parts.map(({ offsetTop, offsetHeight }) => offsetTop - top + offsetHeight);
  const isAll = !hasMore && Math.max(0, ...ends) <= heightPx;
  const room = isAll ? heightPx : heightPx - morePx;
  const count = Math.max(1, ends.filter((end) => end <= room).length);
  return { count, px: Math.max(0, ...ends.slice(0, count)) };
}

function sameOr<One extends { count: number; px: number }>(was: One | undefined, is: One): One {
  return was && was.count === is.count && was.px === is.px ? was : is;
}
