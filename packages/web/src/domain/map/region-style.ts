import type { LocaleCode } from "@offgrid/contract/core/constants";
import { type Flavor, layers, namedFlavor } from "@protomaps/basemaps";
import type { LayerSpecification } from "maplibre-gl";

import { type MapColors, mapFont } from "./map-style.ts";

export type Scheme = "light" | "dark";

/** Signs of roads need pictures that we do not have; the names of roads stay. */
const pictured = ["roads_shields", "roads_oneway"];

/** Streets, places and what else a region has, in the colours of the map around it. */
export function regionLayers(scheme: Scheme, colors: MapColors, locale: LocaleCode): LayerSpecification[] {
  return layers("region", flavorOf(scheme, colors), { lang: locale })
    .filter(({ id, type }) => type !== "background" && !pictured.includes(id))
    .map((layer) => withoutPictures(ofOurFont({ ...layer, id: `region-${layer.id}` } as LayerSpecification)));
}

function flavorOf(scheme: Scheme, colors: MapColors): Flavor {
  const { land, water, border, town, country } = colors;
  const road = scheme === "light" ? "#ffffff" : border;
  const labels = ["city", "subplace", "state", "address", "roads_minor", "roads_major"] as const;
  return {
    ...namedFlavor(scheme),
    ...{ earth: land, water, boundaries: border, ocean_label: country, country_label: country },
    ...Object.fromEntries(labels.flatMap((name) => named(name, name === "city" ? town : country, land))),
    ...{ minor_a: road, minor_b: road, minor_service: road, other: border, link: road, major: road, highway: road },
    ...{ minor_casing: border, minor_service_casing: border, link_casing: border },
    ...{ major_casing_early: border, major_casing_late: border },
    ...{ highway_casing_early: border, highway_casing_late: border },
    ...{ regular: mapFont, bold: mapFont, italic: mapFont },
  };
}

/** The colour of a name and of the edge around it, as the library calls them. */
function named(name: string, color: string, halo: string): [string, string][] {
  const key = name.startsWith("roads_") ? name.replace("roads_", "roads_label_") : `${name}_label`;
  return [
    [key, color],
    [`${key}_halo`, halo],
  ];
}

/** Its makers draw some scripts by letters of a font of theirs, whose codes nothing else can show; ours are plain text. */
function ofOurFont(layer: LayerSpecification): LayerSpecification {
  const text = JSON.stringify(layer)
    .replaceAll('"pgf:', '"')
    .replaceAll(/"Noto Sans [^"]*"/g, `"${mapFont}"`);
  return JSON.parse(text) as LayerSpecification;
}

function withoutPictures(layer: LayerSpecification): LayerSpecification {
  if (layer.type !== "symbol" || !layer.layout) return layer;
  const { "icon-image": _, ...layout } = layer.layout;
  return { ...layer, layout };
}
