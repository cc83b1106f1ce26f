export interface TabRoom<Tab> {
  /** Width of the row, px. */
  row: number;
  /** Width of each tab and of the button "More", px. */
  widthOf: (tab: Tab) => number;
  more: number;
  gap: number;
}

/**
 * Which tabs stand in one row, and which go into the menu behind it. The open one always stands in the row, in its own
 * place among the others; the rest of the room goes to the first ones.
 */
export function fitTabs<Tab>(
  tabs: readonly Tab[],
  open: Tab,
  { row, widthOf, more, gap }: TabRoom<Tab>,
): { shown: Tab[]; rest: Tab[] } {
  const all = tabs.reduce((sum, tab) => sum + widthOf(tab) + gap, -gap);
  if (all <= row) return { shown: [...tabs], rest: [] };
  let room = row - more - gap - widthOf(open);
  const shown = new Set([open]);
  for (const tab of tabs) {
    if (tab === open) continue;
    room -= widthOf(tab) + gap;
    if (room < 0) break;
    shown.add(tab);
  }
  return { shown: tabs.filter((tab) => shown.has(tab)), rest: tabs.filter((tab) => !shown.has(tab)) };
}
