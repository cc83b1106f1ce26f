/**
 * The wheel belongs to the page until the map is used: does this turn of it zoom the map? It does once something in the
 * map has the focus, or with the key that zooms the page elsewhere.
 */
export function zoomsMap(frame: HTMLElement, { ctrlKey, metaKey }: Pick<WheelEvent, "ctrlKey" | "metaKey">): boolean {
  return ctrlKey || metaKey || frame.contains(document.activeElement);
}
