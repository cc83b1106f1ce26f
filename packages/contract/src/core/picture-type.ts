export const pictureTypes = ["image/png", "image/jpeg", "image/webp"] as const;
export type PictureType = (typeof pictureTypes)[number];

const isAt = (bytes: Uint8Array, at: number, text: string) =>
  bytes.length >= at + text.length &&
  Array.from({ length: text.length }, (_, index) => index).every(
    (index) => bytes[at + index] === text.charCodeAt(index),
  );

/** The type of a picture by its first bytes: its name and declared type do not count. Undefined: it is none that is taken. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | undefined {
  if (isAt(bytes, 0, "\u0089PNG\r\n\u001A\n") && isAt(bytes, 12, "IHDR")) return "image/png";
  if (isAt(bytes, 0, "\u00FF\u00D8\u00FF")) return "image/jpeg";
  return isAt(bytes, 0, "RIFF") && isAt(bytes, 8, "WEBP") ? "image/webp" : undefined;
}
