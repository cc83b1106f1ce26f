import { avatarLimitBytes } from "@offgrid/contract/core/constants";
import { widgetPicturePx } from "@offgrid/contract/widgets/widget-types";

/** What may be chosen. */
export const pictureTypes = ["image/png", "image/jpeg", "image/webp"];

/** Tried one after the other, until the file is small enough. */
const steps = [
  { share: 1, quality: 0.86 },
  { share: 0.75, quality: 0.8 },
  { share: 0.5, quality: 0.75 },
];

/**
 * The pixels of a picture alone, as large as a wall can show: without what cameras write into it, such as its place.
 * @returns undefined: the browser cannot read it, or it stays too large.
 */
export async function plainPicture(file: Blob): Promise<Blob | undefined> {
  if (!pictureTypes.includes(file.type)) return undefined;
  const pixels = await createImageBitmap(file).catch(() => undefined);
  if (!pixels) return undefined;
  try {
    for (const { share, quality } of steps) {
      const scale = Math.min(1, widgetPicturePx / Math.max(pixels.width, pixels.height)) * share;
      const sheet = document.createElement("canvas");
      sheet.width = Math.max(1, Math.round(pixels.width * scale));
      sheet.height = Math.max(1, Math.round(pixels.height * scale));
      sheet.getContext("2d")?.drawImage(pixels, 0, 0, sheet.width, sheet.height);
      const blob = await new Promise<Blob | null>((resolve) => sheet.toBlob(resolve, "image/webp", quality));
      if (blob && blob.size <= avatarLimitBytes) return blob;
    }
    return undefined;
  } finally {
    pixels.close();
  }
}
