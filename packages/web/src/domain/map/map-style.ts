import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { FilterSpecification, LayerSpecification, StyleSpecification } from "maplibre-gl";

import type { MapSource } from "../../core/config.ts";
import type { MapFiles } from "./map.data.ts";

/** Colours of the map as they hold at a moment. */
export interface MapColors {
  water: string;
  land: string;
  border: string;
  group: string;
  country: string;
  town: string;
}

/** Reads the tokens of an element. */
export function readMapColors(element: Element): MapColors {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--og-${name}`).trim();
  return {
    water: token("map-water"),
    land: token("map-land"),
    border: token("map-border"),
    group: token("muted"),
    country: token("muted"),
    town: token("text"),
  };
}

/** The paint that follows the colour scheme: [layer, property, colour]. */
export const schemePaint = [
  ["water", "background-color", "water"],
  ["land", "fill-color", "land"],
  ["borders", "line-color", "border"],
  ["countries", "text-color", "country"],
  ["countries", "text-halo-color", "land"],
  ["towns", "text-color", "town"],
  ["towns", "text-halo-color", "land"],
  ["towns", "icon-color", "town"],
  ["group-fill", "fill-color", "group"],
  ["group-line", "line-color", "group"],
] as const satisfies readonly (readonly [layer: string, property: string, color: keyof MapColors])[];

/** The font of the app: without an address for drawn letters, the map library draws them from fonts of the page. */
export const mapFont = "Inter Variable";
const font = [mapFont];
/** Image of the mark of a town. */
export const townDot = "town-dot";

/** Where the tiles of an archive are; an address for the map library must be whole. */
export function tilesOf(kind: "world" | "region", version: string): string {
  return `${location.origin}/map/${kind}/${version}/{z}/{x}/{y}`;
}

/**
 * The world that the portal has with it, and above it the tiles of the configuration where there are any: what they do not
 * bring stays visible below, but for names, which they have themselves.
 */
export function ownStyle(
  colors: MapColors,
  { world, region }: Pick<MapFiles, "world"> & Partial<Pick<MapFiles, "region">>,
  locale: LocaleCode,
  { tileUrl, streets = [] }: { tileUrl?: string | undefined; streets?: readonly LayerSpecification[] } = {},
): StyleSpecification {
  return {
    version: 8,
    sources: {
      ...(world && {
        world: {
          type: "vector" as const,
          tiles: [tilesOf("world", world.version)],
          minzoom: world.minZoom,
          maxzoom: world.maxZoom,
        },
      }),
      ...(region && {
        region: {
          type: "vector" as const,
          tiles: [tilesOf("region", region.version)],
          minzoom: region.minZoom,
          maxzoom: region.maxZoom,
          bounds: region.bounds,
        },
      }),
      ...(tileUrl === undefined ? {} : { tiles: { type: "raster", tiles: [tileUrl], tileSize: 256, maxzoom: 19 } }),
    },
    layers: [
      { id: "water", type: "background", paint: { "background-color": colors.water } },
      ...(world ? landLayers(colors) : []),
      ...(tileUrl === undefined ? [] : [{ id: "tiles", type: "raster" as const, source: "tiles" }]),
      ...streets,
      ...(world && tileUrl === undefined ? nameLayers(colors, locale).map((layer) => beyondRegion(layer, region)) : []),
    ],
  };
}

function landLayers(colors: MapColors): LayerSpecification[] {
  const of = (layer: string) => ({ source: "world", "source-layer": layer });
  return [
    { id: "land", type: "fill", ...of("land"), paint: { "fill-color": colors.land } },
    {
      id: "borders",
      type: "line",
      ...of("borders"),
      layout: { "line-join": "round" },
      paint: { "line-color": colors.border, "line-width": ["interpolate", ["linear"], ["zoom"], 2, 0.75, 8, 2] },
    },
  ];
}

/** A region has its own names, in more detail, as soon as it has tiles. */
function beyondRegion(layer: LayerSpecification, region: MapFiles["region"] | undefined): LayerSpecification {
  if (!region || layer.type !== "symbol") return layer;
  const [west, south, east, north] = region.bounds;
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const isBeyond = ["!", ["within", { type: "Polygon", coordinates: [corners] }]];
  const filter = region.minZoom === 0 ? isBeyond : ["step", ["zoom"], true, region.minZoom, isBeyond];
  return {
    ...layer,
    filter: (layer.filter === undefined ? filter : ["all", layer.filter, filter]) as FilterSpecification,
  };
}

/** A country is named where its name has room, by how many degrees there are around its middle. */
const roomyCountries: FilterSpecification = [
  "step",
  ["zoom"],
  [">=", ["get", "room"], 3.5],
  2,
  [">=", ["get", "room"], 2],
  3,
  [">=", ["get", "room"], 0.9],
  4,
  [">=", ["get", "room"], 0.3],
  5,
  true,
];

function nameLayers(colors: MapColors, locale: LocaleCode): LayerSpecification[] {
  const of = (layer: string) => ({ source: "world", "source-layer": layer });
  return [
    {
      id: "towns",
      type: "symbol",
      ...of("towns"),
      minzoom: 3,
      layout: {
        "text-field": ["get", "name"],
        "text-font": font,
        "text-size": ["interpolate", ["linear"], ["zoom"], 4, 11, 9, 13],
        "text-max-width": 9,
        "text-variable-anchor": ["left", "right", "top", "bottom"],
        "text-radial-offset": 0.45,
        "text-justify": "auto",
        // Far away, names keep a distance: a map full of them says nothing.
        "text-padding": ["interpolate", ["linear"], ["zoom"], 4, 14, 8, 5],
        "icon-image": townDot,
        "icon-size": ["case", ["has", "capital"], 0.62, 0.45],
        "symbol-sort-key": ["-", ["get", "weight"]],
      },
      paint: {
        "text-color": colors.town,
        "text-halo-color": colors.land,
        "text-halo-width": 1.4,
        "text-opacity": 0.85,
        "icon-color": colors.town,
        "icon-opacity": 0.7,
      },
    },
    {
      id: "countries",
      type: "symbol",
      ...of("countries"),
      maxzoom: 8,
      filter: roomyCountries,
      layout: {
        "text-field": ["get", locale],
        "text-font": font,
        "text-size": ["interpolate", ["linear"], ["zoom"], 1, 10.5, 4, 13, 7, 17],
        "text-transform": "uppercase",
        "text-letter-spacing": 0.08,
        "text-max-width": 7,
        // Beside a mark rather than not at all: a name that steps aside by a line is still within its country.
        "text-variable-anchor": ["center", "bottom", "top", "left", "right"],
        "text-radial-offset": 1.2,
        "symbol-sort-key": ["-", ["get", "room"]],
      },
      paint: { "text-color": colors.country, "text-halo-color": colors.land, "text-halo-width": 1.4 },
    },
  ];
}

/** A dot with a soft edge, as the map library takes images whose colour the style says: by distance from their edge. */
export function dotImage(): { width: number; height: number; data: Uint8Array } {
  const size = 24;
  const data = new Uint8Array(size * size * 4).fill(255);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const inside = size / 4 - Math.hypot(column + 0.5 - size / 2, row + 0.5 - size / 2);
      data[(row * size + column) * 4 + 3] = Math.max(0, Math.min(255, 192 + inside * 32));
    }
  }
  return { width: size, height: size, data };
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
