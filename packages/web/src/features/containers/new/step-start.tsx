import { type ReactNode, useEffect, useRef } from "react";

export interface StepStartProps {
  /** False: the page was opened at this step, which takes no focus. */
  hasMoved: boolean;
  children: ReactNode;
}

/**
 * A step of a form. As it takes the place of the one before, whose button had the focus, its first field gets it, so that
 * what is typed next is not lost.
 */
export function StepStart({ hasMoved, children }: StepStartProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The focus may have come back to what stands around the button that is gone.
    if (!hasMoved || !document.activeElement?.contains(frame.current)) return;
    const [field] = frame.current?.querySelectorAll<HTMLElement>("input, select, textarea") ?? [];
    (field ?? frame.current)?.focus();
  }, [hasMoved]);
  return (
    <div ref={frame} tabIndex={-1}>
      {children}
    </div>
  );
}
