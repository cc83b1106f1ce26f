import { useEffect, useRef } from "react";

export interface ListKeys {
  /** False where the person switched single keys off. */
  isOn: boolean;
  onSelect: (containerId: string) => void;
  onFavorite: (containerId: string) => void;
}

/**
 * `j` and `k` go down and up a list, `x` selects the row that has the focus, `f` makes it a favourite; Enter is the row's
 * own. Rows carry `data-watch={id}` and hold one link each.
 */
export function useListKeys(frame: HTMLElement | null, keys: ListKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!frame) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const { isOn, onSelect, onFavorite } = latest.current;
      if (!isOn || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const focused = document.activeElement;
      if (focused instanceof HTMLElement && isElsewhere(focused)) return;
      const row = focused?.closest<HTMLElement>("[data-watch]");
      const own = row && frame.contains(row) ? row : undefined;
      const key = event.key.toLowerCase();
      if (key === "j" || key === "k") {
        event.preventDefault();
        step(frame, own, key === "j" ? 1 : -1);
      } else if (own && (key === "x" || key === "f")) {
        event.preventDefault();
        (key === "x" ? onSelect : onFavorite)(own.dataset["watch"] ?? "");
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [frame]);
}

/** In a field, where letters are text, or in something that lies over the page. */
function isElsewhere(element: HTMLElement): boolean {
  if (element.closest("[role='dialog'], [role='menu'], [role='listbox']")) return true;
  if (element instanceof HTMLInputElement) return element.type !== "checkbox";
  return element.isContentEditable || ["TEXTAREA", "SELECT"].includes(element.tagName);
}

/** The next row takes the focus; without one before, the first that is in view. */
function step(frame: HTMLElement, from: HTMLElement | undefined, by: 1 | -1): void {
  const rows = [...frame.querySelectorAll<HTMLElement>("[data-watch]")];
  const place = from ? rows.indexOf(from) + by : rows.findIndex((row) => row.getBoundingClientRect().top >= 0);
  const link = rows[place]?.querySelector<HTMLElement>("a");
  link?.focus();
  // Smooth scrolling would lag behind a key that is held down.
  rows[place]?.scrollIntoView({ block: "nearest", behavior: "instant" });
}
