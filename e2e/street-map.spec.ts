/** The streets of a region, from a file that lies in the data folder, as the map draws them. */
import { randomUUID } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Locator, Page } from "@playwright/test";

import { readMapColors } from "../packages/web/src/domain/map/map-style.ts";
import { regionLayers } from "../packages/web/src/domain/map/region-style.ts";
import { expect, test } from "./fixtures.ts";
import { inEachLook } from "./looks.ts";
import { addPerson, sessionFor } from "./people.ts";
import { type StageAddress, stageVariable } from "./stage/stage.types.ts";
import { townArchive, townCenter } from "./street-region.ts";

test.describe.configure({ mode: "default" });

let file = "";
test.beforeAll(async () => {
  const { dataDir } = JSON.parse(process.env[stageVariable] ?? "null") as StageAddress;
  file = join(dataDir, "town.pmtiles");
  // Under its own ending only once it is whole, as operators are told to.
  await writeFile(`${file}.new`, townArchive());
  await rename(`${file}.new`, file);
});
test.afterAll(() => rm(file, { force: true }));

inEachLook((look) => {
  test("every kind of ground, water and road has its colour", async ({ page, stage, enter }) => {
    const containerId = `town-${randomUUID().slice(0, 8)}`;
    const about = { containerId, name: "Town clinic", serialNumber: containerId, location: townCenter };
    await stage.call("ada", "registerNewContainer", about);
    const person = await addPerson(stage, { containers: [containerId] });
    await enter(await sessionFor(stage, person));
    const tiles = new Set<string>();
    page.on("response", (response) => {
      const [, place] = /\/map\/region\/[^/]+\/(.+)$/.exec(response.url()) ?? [];
      if (place !== undefined && response.ok()) tiles.add(place);
    });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(look.at("/clusters"));
    await page.locator("figure[aria-busy='false']").waitFor();
    const map = page.getByRole("main").getByRole("figure");
    await expect(map.getByText("© OpenStreetMap")).toBeVisible();
    for (let zoom = 8; zoom < 15; zoom++) {
      await map.getByRole("button", { name: look.say("map:zoomIn") }).click();
      await expect.poll(() => [...tiles].some((place) => place.startsWith(`${Math.min(14, zoom + 1)}/`))).toBe(true);
    }
    const canvas = map.locator("canvas");
    const wanted = await colorsOf(canvas, look);
    expect(Object.keys(wanted).length).toBeGreaterThan(30);
    await expect(async () => expect(await lacking(page, canvas, wanted)).toEqual([])).toPass();
  });
});

/** The colours of areas and lines that have one colour each, by their layers. */
async function colorsOf(canvas: Locator, { colorScheme, language }: Parameters<Parameters<typeof inEachLook>[0]>[0]) {
  const colors = await canvas.evaluate(readMapColors);
  return Object.fromEntries(
    regionLayers(colorScheme, colors, language).flatMap(({ id, paint, ...layer }) => {
      const isSeen = !("maxzoom" in layer && (layer.maxzoom ?? 24) < 15);
      const { "fill-color": fill, "line-color": line, ...other } = (paint ?? {}) as Record<string, unknown>;
      const color = fill ?? line;
      const isWhole = !("fill-opacity" in other || "line-opacity" in other);
      return isSeen && isWhole && typeof color === "string" ? [[id, color]] : [];
    }),
  );
}

/** The layers whose colour is nowhere in a picture of the map. */
async function lacking(page: Page, canvas: Locator, wanted: Record<string, string>): Promise<string[]> {
  const shot = await canvas.screenshot({ scale: "css" });
  return page.evaluate(
    async ({ base64, colors }) => {
      const signs = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0)!);
      const bitmap = await createImageBitmap(new Blob([signs], { type: "image/png" }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", { willReadFrequently: true })!;
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      const seen = new Set<number>();
      for (let at = 0; at < data.length; at += 4) seen.add((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!);
      const isSeen = (color: string) => {
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
        const near = [-2, -1, 0, 1, 2];
        return near.some((one) =>
          near.some((two) =>
            near.some((three) => seen.has(((red + one) << 16) | ((green + two) << 8) | (blue + three))),
          ),
        );
      };
      return Object.entries(colors)
        .filter(([, color]) => !isSeen(color))
        .map(([id, color]) => `${id}: ${color}`);
    },
    { base64: shot.toString("base64"), colors: wanted },
  );
}
