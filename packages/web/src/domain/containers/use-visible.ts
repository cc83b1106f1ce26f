import { useCallback, useEffect, useState } from "react";

/** Ids of what is scrolled into view, and the attribute and frame by which they are found. */
export interface Visible<Frame extends HTMLElement> {
  ids: readonly string[];
  /** For the element around them; each of them carries `data-watch={id}`. */
  frameRef: (frame: Frame | null) => void;
}

/** Something has to be in view this long before it counts, so that scrolling past costs nothing. */
const settleMs = 600;

/**
 * Which elements of a frame are in view, at most `limit` of them, in the order of the page.
 * @param listKey Changes when the frame has other elements.
 */
export function useVisible<Frame extends HTMLElement>(limit: number, listKey: string): Visible<Frame> {
  const [frame, setFrame] = useState<Frame | null>(null);
  const [ids, setIds] = useState<readonly string[]>([]);

  useEffect(() => {
    if (!frame) return undefined;
    const inView = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      const order = [...frame.querySelectorAll<HTMLElement>("[data-watch]")].map((one) => one.dataset["watch"] ?? "");
      const next = order.filter((id) => inView.has(id)).slice(0, limit);
      setIds((before) => (before.join(" ") === next.join(" ") ? before : next));
    };
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const id = (target as HTMLElement).dataset["watch"] ?? "";
        if (isIntersecting) inView.add(id);
        else inView.delete(id);
      }
      clearTimeout(timer);
      timer = setTimeout(settle, settleMs);
    });
    const observeAll = () => {
      for (const one of frame.querySelectorAll("[data-watch]")) observer.observe(one);
    };
    observeAll();
    // Long lists draw only the rows in view and remove the rest; removed rows are reported as out of view.
    const changes = new MutationObserver(observeAll);
    changes.observe(frame, { childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      changes.disconnect();
      observer.disconnect();
    };
  }, [frame, limit, listKey]);

  return { ids, frameRef: useCallback((element: Frame | null) => setFrame(element), []) };
}
