import { type ReactNode, type RefObject, useEffect, useRef } from "react";

export interface StepStartProps {
  /** True until a step was shown: a page that opens takes no focus. */
  isFirst: RefObject<boolean>;
  children: ReactNode;
}

/**
 * A step of a form. As it takes the place of the one before, whose button had the focus, its first field gets it, so that
 * what is typed next is not lost.
 */
export function StepStart({ isFirst, children }: StepStartProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isOpened = !isFirst.current;
    isFirst.current = false;
    if (!isOpened || document.activeElement !== document.body) return;
    const [field] = frame.current?.querySelectorAll<HTMLElement>("input, select, textarea") ?? [];
    (field ?? frame.current)?.focus();
  }, [isFirst]);
  return (
    <div ref={frame} tabIndex={-1}>
      {children}
    </div>
  );
}
