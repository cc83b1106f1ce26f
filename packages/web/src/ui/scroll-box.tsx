import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";

type Name = { label: string; labelledBy?: never } | { label?: never; labelledBy: string };

/**
 * A frame that scrolls where its contents are larger. It is a stop of the Tab key only then, so that the arrow keys can
 * scroll it; contents that take the focus themselves need no such stop. What is cut off below or at its end fades there.
 */
export function ScrollBox({
  className,
  children,
  ...name
}: Name & { className?: string | undefined; children: ReactNode }) {
  const frameRef = useRef<HTMLElement>(null);
  const { isOverfull, more, look } = useOverfull(frameRef);
  return (
    <section
      ref={frameRef}
      className={className === undefined ? "og-scroll" : `${className} og-scroll`}
      aria-label={name.label}
      aria-labelledby={name.labelledBy}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keyboard too
      tabIndex={isOverfull ? 0 : undefined}
      data-more={more}
      style={more && ({ "--fade": more === "below" ? "to top" : "to left" } as CSSProperties)}
      onScroll={look}
    >
      {children}
    </section>
  );
}

interface Overfull {
  isOverfull: boolean;
  /** Where contents go on; of both, below, where one reads on. */
  more: "below" | "end" | undefined;
}

function useOverfull(frameRef: RefObject<HTMLElement | null>): Overfull & { look: () => void } {
  const [shown, setShown] = useState<Overfull>({ isOverfull: false, more: undefined });
  const look = () => {
    const frame = frameRef.current;
    if (!frame) return;
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = frame;
    // A pixel may come of rounding.
    const isOverfull = scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
    const isCutBelow = scrollTop + clientHeight < scrollHeight - 1;
    const more = isCutBelow ? "below" : scrollLeft + clientWidth < scrollWidth - 1 ? "end" : undefined;
    setShown((was) => (was.isOverfull === isOverfull && was.more === more ? was : { isOverfull, more }));
  };
  // At each render, since other contents may be there.
  useLayoutEffect(() => {
    const frame = frameRef.current;
    if (!frame) return undefined;
    // Observers tell of sizes with the next frame only, and a key may be pressed before it.
    look();
    const sizes = new ResizeObserver(look);
    const observe = () => {
      for (const part of [frame, ...frame.children]) sizes.observe(part);
    };
    // What is fetched later takes the place of what stood for it, without a render here.
    const parts = new MutationObserver(observe);
    parts.observe(frame, { childList: true });
    observe();
    return () => {
      sizes.disconnect();
      parts.disconnect();
    };
  });
  return { ...shown, look };
}
