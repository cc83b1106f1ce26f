/**
 * A small town as a file of Protomaps has it, with something for every layer of its style: the layers and tags are those
 * of https://docs.protomaps.com/basemaps/layers, version 4. Nobody lives there.
 */
import { GeoJSONVT, type GeoJSONVTTile } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";

import { type TileToWrite, writeArchive } from "@offgrid/server/features/map/archive-writer";

type Position = [long: number, lat: number];
type Tags = Record<string, string | number | boolean>;

export interface RegionFeature {
  type: "Feature";
  properties: Tags;
  geometry:
    | { type: "Point"; coordinates: Position }
    | { type: "LineString"; coordinates: Position[] }
    | { type: "Polygon"; coordinates: Position[][] };
}

/** The middle of the town. */
export const townCenter = { lat: 3.1, long: 35.6 } as const;
/** Half a side of the region, degrees. */
const reach = 0.06;
/** Tiles of Protomaps end here; closer views enlarge them. */
const closestZoom = 14;
const extent = 4096;

/** One piece of a street map: about 60 m wide, in the row and column of a grid around the middle. */
const step = 0.0008;
const at = (column: number, row: number): Position => [townCenter.long + column * step, townCenter.lat - row * step];

const point = (place: Position, properties: Tags): RegionFeature => ({
  type: "Feature",
  properties,
  geometry: { type: "Point", coordinates: place },
});
const line = (from: Position, to: Position, properties: Tags): RegionFeature => ({
  type: "Feature",
  properties,
  geometry: { type: "LineString", coordinates: [from, to] },
});
const area = ([west, north]: Position, [east, south]: Position, properties: Tags): RegionFeature => ({
  type: "Feature",
  properties,
  geometry: {
    type: "Polygon",
    coordinates: [
      [
        [west, north],
        [west, south],
        [east, south],
        [east, north],
        [west, north],
      ],
    ],
  },
});

/** Names in both languages, so that it is seen which one is drawn, with what Protomaps has beside each of them. */
const named = (en: string, fr: string) => ({ name: en, "name:en": en, "name:fr": fr, min_zoom: 5 });
/** Larger ones are named before others and in larger letters. */
const ranked = { population_rank: 8, sort_key: 1 };
const everywhere: readonly [Position, Position] = [
  [townCenter.long - reach, townCenter.lat + reach],
  [townCenter.long + reach, townCenter.lat - reach],
];

const covers = ["grassland", "barren", "urban_area", "farmland", "glacier", "scrub", "forest"];
const uses = [
  ...["park", "wood", "scrub", "glacier", "sand", "military", "village_green", "hospital", "industrial", "school"],
  ...["beach", "zoo", "aerodrome", "runway", "pedestrian", "pier"],
];
const shops = ["school", "library", "restaurant", "supermarket", "station", "drinking_water", "museum", "townhall"];

/** Roads of each kind on the ground, in tunnels and on bridges. */
function roads(): RegionFeature[] {
  const kinds: Tags[] = [
    { kind: "highway", kind_detail: "trunk", ...named("Lake highway", "Route du lac") },
    { kind: "major_road", kind_detail: "primary", ...named("Market street", "Rue du marché") },
    { kind: "minor_road", kind_detail: "residential", ...named("School lane", "Chemin de l'école") },
    { kind: "minor_road", kind_detail: "service" },
    { kind: "highway", kind_detail: "trunk_link", is_link: true },
    { kind: "path", kind_detail: "footway" },
    { kind: "other", kind_detail: "track" },
  ];
  const places: Tags[] = [{}, { is_tunnel: true }, { is_bridge: true }];
  const across = kinds.flatMap((kind, row) =>
    places.map((place, column) =>
      line(at(-9 + 6 * column, 2 + row * 0.8), at(-4 + 6 * column, 2 + row * 0.8), { min_zoom: 5, ...kind, ...place }),
    ),
  );
  const others = ["runway", "taxiway", "pier"].map((detail, column) =>
    line(at(-4 + 2.5 * column, 1.5), at(-2.5 + 2.5 * column, 1.5), {
      kind: detail === "pier" ? "path" : "aeroway",
      min_zoom: 5,
      kind_detail: detail,
    }),
  );
  return [...across, ...others, line(at(4, 1.5), at(8, 1.5), { kind: "rail", kind_detail: "rail" })];
}

/** The features of each layer. */
export function townLayers(): Record<string, RegionFeature[]> {
  return {
    earth: [area(...everywhere, {}), point(at(4, -8), { kind: "island", ...named("Heron island", "Île aux hérons") })],
    landcover: covers.map((kind, index) => area(at(-70 + 20 * index, -70), at(-50 + 20 * index, 70), { kind })),
    landuse: uses.map((kind, index) => {
      const [column, row] = [-9 + 2.2 * (index % 8), -4 + 2.2 * Math.floor(index / 8)];
      return area(at(column, row), at(column + 1.8, row + 1.8), { kind });
    }),
    water: [
      area(at(-9, -9), at(-2, -5), { kind: "lake" }),
      point(at(-5, -7), { kind: "lake", ...named("Mirror lake", "Lac du miroir") }),
      point(at(6, -7), { kind: "bay", ...named("Quiet bay", "Baie tranquille") }),
      line(at(-2, -6), at(9, -5), { kind: "river", ...named("Long river", "Rivière longue") }),
      line(at(0, -9), at(9, -9), { kind: "stream", ...named("Short stream", "Ruisseau court") }),
    ],
    roads: roads(),
    buildings: [
      ...[0, 1, 2, 3].map((index) => area(at(-9 + index, 0.6), at(-8.4 + index, 1.2), { kind: "building", height: 4 })),
      point(at(-0.2, 0.1), { kind: "address", addr_housenumber: "12" }),
    ],
    boundaries: [
      line(at(-70, -9.6), at(70, -9.6), { kind: "country", kind_detail: 2 }),
      line(at(-70, 9.2), at(70, 9.2), { kind: "region", kind_detail: 4 }),
    ],
    places: [
      point(at(30, 30), { kind: "country", ...named("Far country", "Pays lointain"), ...ranked }),
      point(at(-30, 30), { kind: "region", ...named("Dry region", "Région aride"), ...ranked, ref: "DR" }),
      point(at(0, -2), {
        kind: "locality",
        kind_detail: "town",
        ...named("New Town", "Villeneuve"),
        ...ranked,
      }),
      point(at(6, 1), { kind: "neighbourhood", ...named("Old quarter", "Vieux quartier"), ...ranked, min_zoom: 12 }),
    ],
    pois: shops.map((kind, index) =>
      point(at(-8 + 2.2 * index, -10.5), { kind, ...named(`The ${kind}`, `Lieu ${kind}`), min_zoom: 14 }),
    ),
  };
}

/** The tiles of the town, down to the closest zoom. */
export function townTiles(): TileToWrite[] {
  const indexes = Object.entries(townLayers()).map(([layer, features]) => {
    const collection = { type: "FeatureCollection", features } as never;
    return [layer, new GeoJSONVT(collection, { maxZoom: closestZoom, indexMaxZoom: 0, extent, buffer: 64 })] as const;
  });
  const tiles: TileToWrite[] = [];
  for (let z = 0; z <= closestZoom; z++) {
    const [left, top] = tileOf(everywhere[0], z);
    const [right, bottom] = tileOf(everywhere[1], z);
    for (let x = left; x <= right; x++) {
      for (let y = top; y <= bottom; y++) {
        const found = indexes.flatMap(([layer, index]) => {
          const tile = index.getTile(z, x, y);
          return tile && tile.features.length > 0 ? [[layer, tile] as [string, GeoJSONVTTile]] : [];
        });
        if (found.length > 0)
          tiles.push({ z, x, y, bytes: fromGeojsonVt(Object.fromEntries(found), { version: 2, extent }) });
      }
    }
  }
  return tiles;
}

function tileOf([long, lat]: Position, zoom: number): [x: number, y: number] {
  const sin = Math.sin((lat * Math.PI) / 180);
  const x = (long + 180) / 360;
  const y = 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI);
  return [Math.floor(x * 2 ** zoom), Math.floor(y * 2 ** zoom)];
}

/** As it stands around the town: [west, south, east, north]. */
export const townBounds: [number, number, number, number] = [
  everywhere[0][0],
  everywhere[1][1],
  everywhere[1][0],
  everywhere[0][1],
];

/** The town as a file that an operator would drop into the data folder. */
export function townArchive(): Buffer {
  return writeArchive(townTiles(), {
    bounds: townBounds,
    metadata: {
      name: "town",
      version: "4.13.0",
      attribution: '<a href="https://www.openstreetmap.org/copyright">&copy; OpenStreetMap</a>',
      vector_layers: Object.keys(townLayers()).map((id) => ({ id, fields: {} })),
    },
  });
}
