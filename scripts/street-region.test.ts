/** The style of the streets of a region, against a file with the layers and tags that Protomaps documents. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  createExpression,
  type FilterSpecification,
  featureFilter,
  type LayerSpecification,
} from "@maplibre/maplibre-gl-style-spec";
import { TileArchive } from "@offgrid/server/features/map/tile-archive";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type RegionFeature, townArchive, townBounds, townLayers } from "../e2e/street-region.ts";
import { regionLayers } from "../packages/web/src/domain/map/region-style.ts";

const colors = {
  land: "#eeeeee",
  water: "#0000ff",
  border: "#888888",
  country: "#444444",
  town: "#222222",
  group: "#ff00ff",
};
const kinds = { Point: 1, LineString: 2, Polygon: 3 } as const;
const layers = townLayers();
const styled = (locale: "en" | "fr", scheme: "light" | "dark" = "light") => regionLayers(scheme, colors, locale);

type Drawn = Extract<LayerSpecification, { "source-layer"?: string }>;
const closestZoom = 18;

/** The features that a layer of the style draws at one zoom or another. */
function drawnBy(layer: Drawn): RegionFeature[] {
  const { filter } = featureFilter(layer.filter as FilterSpecification | undefined, "filter");
  const zooms = Array.from({ length: closestZoom + 1 }, (_, zoom) => zoom).filter(
    (zoom) => zoom >= (layer.minzoom ?? 0) && zoom < (layer.maxzoom ?? Infinity),
  );
  return (layers[layer["source-layer"] ?? ""] ?? []).filter(({ properties, geometry }) =>
    zooms.some((zoom) => filter({ zoom }, { type: kinds[geometry.type], properties })),
  );
}

/** What a name is drawn as. */
function textOf(layer: Drawn, { properties }: RegionFeature, zoom = 12): string {
  if (layer.type !== "symbol") throw new Error(`${layer.id} has no names.`);
  const field = createExpression(layer.layout?.["text-field"], "text-field");
  if (field.result === "error") throw new Error(field.value.map(({ message }) => message).join());
  return String(field.value.evaluate({ zoom, isSupportedScript: () => true } as never, { type: 1, properties }));
}

test.each(["light", "dark"] as const)("every layer of the %s style has something to draw", (scheme) => {
  const idle = styled("en", scheme).filter((layer) => drawnBy(layer as Drawn).length === 0);
  expect(idle.map(({ id }) => id)).toEqual([]);
});

test("everything in the file is drawn by a layer", () => {
  const drawn = new Set(styled("en").flatMap((layer) => drawnBy(layer as Drawn)));
  const idle = Object.values(layers)
    .flat()
    .filter((feature) => !drawn.has(feature));
  expect(idle).toEqual([]);
});

test.each(["en", "fr"] as const)("names are those of the language, %s, where the data has them", (locale) => {
  const texts = styled(locale).flatMap((layer) => {
    const named = layer.type === "symbol" ? drawnBy(layer).filter(({ properties }) => "name" in properties) : [];
    return named.map((feature) => [textOf(layer as Drawn, feature).trim(), feature.properties[`name:${locale}`]]);
  });
  expect(texts.length).toBeGreaterThan(15);
  expect(texts.map(([text]) => text)).toEqual(texts.map(([, name]) => name));
});

test("a place without a name in the language keeps its own, in its own letters", () => {
  const places = styled("fr").find(({ id }) => id === "region-places_locality") as Drawn;
  const place = (properties: RegionFeature["properties"]) => ({ ...layers["places"]![2]!, properties });
  expect(textOf(places, place({ kind: "locality", name: "Lodwar" }))).toBe("Lodwar");
  expect(textOf(places, place({ kind: "locality", name: "Ville", "name:en": "Town" }))).toContain("Ville");
});

describe("the file", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "offgrid-town-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("is one that the portal can serve", async () => {
    await writeFile(join(folder, "town.pmtiles"), townArchive());
    const archive = await TileArchive.open(join(folder, "town.pmtiles"));
    expect(archive.facts).toMatchObject({ minZoom: 0, maxZoom: 14, attribution: "© OpenStreetMap" });
    expect(archive.facts.layers).toEqual(Object.keys(layers));
    archive.facts.bounds.forEach((bound, index) => expect(bound).toBeCloseTo(townBounds[index]!, 5));
    expect(await archive.tile(0, 0, 0)).toBeDefined();
    await archive.close();
  });
});
