import type { Map as MapLibre } from "maplibre-gl";

/** How many times as large as on a desk marks and names are, as `--wall` around the map says. */
export function markScale(element: Element): number {
  return Number.parseFloat(getComputedStyle(element).getPropertyValue("--wall")) || 1;
}

/** The style of what is enlarged by it, with all of its lengths. */
export const enlarged = { zoom: "var(--wall, 1)" } as const;

/** By so many zooms a map counts as farther away where its marks are enlarged: they take the place of smaller ones there. */
export function enlargedBy(map: MapLibre): number {
  return Math.log2(markScale(map.getContainer()));
}
