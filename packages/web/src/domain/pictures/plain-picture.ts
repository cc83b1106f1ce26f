import { pictureTypeOf } from "@offgrid/contract/core/picture-type";

/** How large a picture may be. */
export interface PictureBounds {
  /** Of its longer side. */
  longestPx: number;
  bytes: number;
  /** Tried in turn; a browser that cannot write one makes a PNG of it. */
  types?: readonly string[];
}

const usualTypes = ["image/webp", "image/jpeg"];

/** Tried one after the other, until the file is small enough. */
const steps = [
  { share: 1, quality: 0.86 },
  { share: 0.75, quality: 0.8 },
  { share: 0.5, quality: 0.75 },
];

/**
 * The pixels of a picture alone, within these bounds: without what cameras write into it, such as its place. As WebP unless
 * other types are wanted; a browser that cannot write that makes a PNG, or a JPEG where it would be too large.
 * @returns undefined: it is no picture that the browser can read, or it stays too large.
 */
export async function plainPicture(
  file: Blob,
  { longestPx, bytes, types = usualTypes }: PictureBounds,
): Promise<Blob | undefined> {
  if (!pictureTypeOf(new Uint8Array(await file.slice(0, 32).arrayBuffer()))) return undefined;
  const pixels = await createImageBitmap(file).catch(() => undefined);
  if (!pixels) return undefined;
  try {
    for (const { share, quality } of steps) {
      const scale = Math.min(1, longestPx / Math.max(pixels.width, pixels.height)) * share;
      const sheet = document.createElement("canvas");
      sheet.width = Math.max(1, Math.round(pixels.width * scale));
      sheet.height = Math.max(1, Math.round(pixels.height * scale));
      sheet.getContext("2d")?.drawImage(pixels, 0, 0, sheet.width, sheet.height);
      for (const type of types) {
        const blob = await new Promise<Blob | null>((resolve) => sheet.toBlob(resolve, type, quality));
        if (blob && blob.size <= bytes) return blob;
      }
    }
    return undefined;
  } finally {
    pixels.close();
  }
}
