import type { StyleSpecification } from "maplibre-gl";

import type { MapColors } from "./map-style.ts";
import type { Position } from "./projection.ts";

/** What belongs to the marks of a map, in its style: outlines of groups, and the places that names stay away from. */

/** Outlines of groups as the map library takes them. */
export function outlineData(outlines: readonly Position[][]) {
  return {
    type: "FeatureCollection" as const,
    features: outlines.map((outline) => ({
      type: "Feature" as const,
      properties: null,
      geometry: { type: "Polygon" as const, coordinates: [outline] },
    })),
  };
}

/** Image of a space that names stay away from; nothing is seen of it. */
export const space = "space";
const spacePx = 16;

export function emptySpace(): { width: number; height: number; data: Uint8Array } {
  return { width: spacePx, height: spacePx, data: new Uint8Array(spacePx * spacePx * 4) };
}

/** Squares that names of the map stay away from, as the map library takes them. */
export function spaceData(spaces: readonly { position: Position; sizePx: number }[]) {
  return {
    type: "FeatureCollection" as const,
    features: spaces.map(({ position, sizePx }) => ({
      type: "Feature" as const,
      properties: { size: sizePx / spacePx },
      geometry: { type: "Point" as const, coordinates: position },
    })),
  };
}

/**
 * A style with what belongs to marks on top: outlines of groups, which dashes and names, not colours, tell apart, and the
 * spaces of marks. Of two layers the upper one has its places first, so names below give way.
 */
export function withMarks(style: StyleSpecification, colors: MapColors): StyleSpecification {
  return {
    ...style,
    sources: {
      ...style.sources,
      groups: { type: "geojson", data: outlineData([]) },
      spaces: { type: "geojson", data: spaceData([]), maxzoom: 20 },
    },
    layers: [
      ...style.layers,
      {
        id: "group-fill",
        type: "fill",
        source: "groups",
        paint: { "fill-color": colors.group, "fill-opacity": 0.08 },
      },
      {
        id: "group-line",
        type: "line",
        source: "groups",
        paint: { "line-color": colors.group, "line-width": 1.5, "line-dasharray": [4, 3] },
      },
      {
        id: "spaces",
        type: "symbol",
        source: "spaces",
        layout: { "icon-image": space, "icon-size": ["get", "size"], "icon-allow-overlap": true, "icon-padding": 0 },
      },
    ],
  };
}
