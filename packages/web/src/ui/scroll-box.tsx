import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";

type Name = { label: string; labelledBy?: never } | { label?: never; labelledBy: string };

/**
 * A frame that scrolls where its contents are larger. It is a stop of the Tab key only then, so that the arrow keys can
 * scroll it; contents that take the focus themselves need no such stop.
 */
export function ScrollBox({
  className,
  children,
  ...name
}: Name & { className?: string | undefined; children: ReactNode }) {
  const frameRef = useRef<HTMLElement>(null);
  const isOverfull = useIsOverfull(frameRef);
  return (
    <section
      ref={frameRef}
      className={className === undefined ? "og-scroll" : `${className} og-scroll`}
      aria-label={name.label}
      aria-labelledby={name.labelledBy}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keyboard too
      tabIndex={isOverfull ? 0 : undefined}
    >
      {children}
    </section>
  );
}

function useIsOverfull(frameRef: RefObject<HTMLElement | null>): boolean {
  const [isOverfull, setOverfull] = useState(false);
  // At each render, since other contents may be there.
  useLayoutEffect(() => {
    const frame = frameRef.current;
    if (!frame) return undefined;
    const sizes = new ResizeObserver(() => {
      // A pixel may come of rounding.
      setOverfull(frame.scrollWidth > frame.clientWidth + 1 || frame.scrollHeight > frame.clientHeight + 1);
    });
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
  return isOverfull;
}
