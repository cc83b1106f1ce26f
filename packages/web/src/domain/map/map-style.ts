import type { StyleSpecification } from "maplibre-gl";

import type { MapSource } from "../../core/config.ts";
import type { Land } from "./land.ts";
import type { Position } from "./projection.ts";

/** Colours of the map as they hold at a moment. */
export interface MapColors {
  water: string;
  land: string;
  border: string;
  group: string;
}

/** Reads the tokens of an element. */
export function readMapColors(element: Element): MapColors {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--og-${name}`).trim();
  return { water: token("map-water"), land: token("map-land"), border: token("map-border"), group: token("muted") };
}

/** The paint that follows the colour scheme: [layer, property, colour]. */
export const schemePaint = [
  ["water", "background-color", "water"],
  ["land", "fill-color", "land"],
  ["borders", "line-color", "border"],
  ["group-fill", "fill-color", "group"],
  ["group-line", "line-color", "group"],
] as const satisfies readonly (readonly [layer: string, property: string, color: keyof MapColors])[];

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

/**
 * The world that the portal has with it, and above it the tiles of the configuration where there are any: what they do not
 * bring stays visible below.
 */
export function ownStyle(colors: MapColors, { countries, borders }: Land, tileUrl?: string): StyleSpecification {
  return {
    version: 8,
    sources: {
      land: { type: "geojson", data: countries },
      borders: { type: "geojson", data: borders },
      ...(tileUrl === undefined ? {} : { tiles: { type: "raster", tiles: [tileUrl], tileSize: 256, maxzoom: 19 } }),
    },
    layers: [
      { id: "water", type: "background", paint: { "background-color": colors.water } },
      { id: "land", type: "fill", source: "land", paint: { "fill-color": colors.land } },
      { id: "borders", type: "line", source: "borders", paint: { "line-color": colors.border, "line-width": 1 } },
      ...(tileUrl === undefined ? [] : [{ id: "tiles", type: "raster" as const, source: "tiles" }]),
    ],
  };
}

/** A style with the outlines of groups on top; dashes and names, not colours, tell them apart. */
export function withGroups(style: StyleSpecification, colors: MapColors): StyleSpecification {
  return {
    ...style,
    sources: { ...style.sources, groups: { type: "geojson", data: outlineData([]) } },
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
    ],
  };
}

/** The style of the configuration; undefined where there is none or it cannot be had, so that our own map is drawn. */
export async function configuredStyle({ styleUrl }: MapSource): Promise<StyleSpecification | undefined> {
  if (styleUrl === undefined) return undefined;
  try {
    const answer = await fetch(styleUrl, { credentials: "omit", referrerPolicy: "no-referrer" });
    if (!answer.ok) return undefined;
    const style = (await answer.json()) as StyleSpecification;
    return Array.isArray(style.layers) ? style : undefined;
  } catch {
    return undefined;
  }
}
