/** Compares pictures of parts of a page with those in the repository, as far as people would see a difference. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, type Locator, type TestInfo } from "@playwright/test";

/**
 * A cell this wide and high, in CSS pixels, is reduced to its mean colour, so that differences of edges and letters
 * between browsers vanish.
 */
const cellPx = 8;
/** A cell counts as changed when one of its channels (0 to 255) differs by this much. */
const changedFrom = 14;
/**
 * Cells that may differ, such as axis labels that another browser places differently. The smallest bar has more cells.
 */
const mostChanged = 4;

interface Difference {
  /** The reduced picture as PNG, base64. */
  small: string;
  size: readonly [number, number];
  kept: readonly [number, number] | undefined;
  /** Cells that changed. */
  changed: number;
}

/**
 * Expects the part to look as in the repository. `--update-snapshots` stores how it looks now; a part without a picture
 * fails and leaves its picture beside the results.
 */
export async function expectPicture(part: Locator, name: string, info: TestInfo): Promise<void> {
  const place = join(import.meta.dirname, "gallery.pictures", `${name}.png`);
  const shot = await part.screenshot({ animations: "disabled", scale: "css" });
  const kept = existsSync(place) ? readFileSync(place).toString("base64") : undefined;
  const order = { shot: shot.toString("base64"), kept, cellPx, changedFrom };
  const found = await part.page().evaluate(compare, order);
  if (info.config.updateSnapshots === "all" || info.config.updateSnapshots === "changed") {
    mkdirSync(dirname(place), { recursive: true });
    if (!isSame(found)) writeFileSync(place, Buffer.from(found.small, "base64"));
    return;
  }
  if (!isSame(found)) {
    await info.attach(`${name}, now`, { body: shot, contentType: "image/png" });
    await info.attach(`${name}, small`, { body: Buffer.from(found.small, "base64"), contentType: "image/png" });
  }
  expect.soft(found.kept, `size of ${name} in cells of ${cellPx} px`).toEqual(found.size);
  if (found.kept) expect.soft(found.changed, `changed cells of ${name}`).toBeLessThanOrEqual(mostChanged);
}

function isSame(found: Difference): boolean {
  return String(found.kept) === String(found.size) && found.changed <= mostChanged;
}

/** Runs in the page, which can read pictures. */
async function compare(order: {
  shot: string;
  kept: string | undefined;
  cellPx: number;
  changedFrom: number;
}): Promise<Difference> {
  const read = async (base64: string) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0)!);
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")!;
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, bitmap.width, bitmap.height);
  };
  const full = await read(order.shot);
  const width = Math.floor(full.width / order.cellPx);
  const height = Math.floor(full.height / order.cellPx);
  const small = new ImageData(width, height);
  const perCell = order.cellPx ** 2;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = (row * width + column) * 4;
      small.data[at + 3] = 255;
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0;
        for (let y = row * order.cellPx; y < (row + 1) * order.cellPx; y++) {
          for (let x = column * order.cellPx; x < (column + 1) * order.cellPx; x++) {
            sum += full.data[(y * full.width + x) * 4 + channel]!;
          }
        }
        small.data[at + channel] = Math.round(sum / perCell);
      }
    }
  }
  const kept = order.kept === undefined ? undefined : await read(order.kept);
  let changed = 0;
  if (kept?.width === width && kept.height === height) {
    for (let at = 0; at < small.data.length; at += 4) {
      const most = Math.max(
        ...[0, 1, 2].map((channel) => Math.abs(small.data[at + channel]! - kept.data[at + channel]!)),
      );
      if (most >= order.changedFrom) changed++;
    }
  }
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")!.putImageData(small, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/png" });
  let text = "";
  for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCodePoint(byte);
  return { small: btoa(text), size: [width, height], kept: kept && [kept.width, kept.height], changed };
}
