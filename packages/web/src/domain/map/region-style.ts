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

/** On the dark land of our own map; the library's dark colours are made for a land that is nearly black. */
const darkGround = {
  ...{ park_a: "#233a2c", park_b: "#1f3d2c", wood_a: "#1f3629", wood_b: "#1b3626", scrub_a: "#26382c" },
  ...{ scrub_b: "#26382c", glacier: "#33403f", sand: "#37352a", beach: "#3a3729", hospital: "#3a2c2d" },
  ...{ school: "#35302b", industrial: "#2a3236", zoo: "#26393a", military: "#2f2f2a", aerodrome: "#2b3133" },
  ...{ runway: "#465049", pedestrian: "#2d352f", pier: "#4a5751", buildings: "#3b4640", railway: "#5a675f" },
};
const roadKinds = ["other", "minor", "link", "major", "highway"] as const;

function flavorOf(scheme: Scheme, colors: MapColors): Flavor {
  const { land, water, border, town, country } = colors;
  const road = scheme === "light" ? "#ffffff" : border;
  const labels = ["city", "subplace", "state", "address", "roads_minor", "roads_major"] as const;
  return {
    ...namedFlavor(scheme),
    ...(scheme === "dark" && darkGround),
    ...{ earth: land, water, boundaries: border, ocean_label: country, country_label: country },
    ...Object.fromEntries(labels.flatMap((name) => named(name, name === "city" ? town : country, land))),
    ...{ minor_a: road, minor_b: road, minor_service: road, other: border, link: road, major: road, highway: road },
    ...{ minor_casing: border, minor_service_casing: border, link_casing: border },
    ...{ major_casing_early: border, major_casing_late: border },
    ...{ highway_casing_early: border, highway_casing_late: border },
    // On a bridge a road looks as before and after it; in a tunnel only its edges are seen.
    ...Object.fromEntries(
      roadKinds.flatMap((kind) => [
        [`bridges_${kind}`, kind === "other" ? border : road],
        [`bridges_${kind}_casing`, border],
        [`tunnel_${kind}`, land],
        [`tunnel_${kind}_casing`, border],
      ]),
    ),
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
