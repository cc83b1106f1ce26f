import { Refusal } from "@offgrid/contract/core/refusal";
import { avatarLimitBytes, avatarLimitPx } from "@offgrid/contract/core/constants";

import { type ImageSize, jpegSize, pngSize, webpSize } from "./image-size.ts";

/** The type of a picture from its first bytes; its name and declared type do not count. */
const kinds: readonly {
  type: string;
  isIt: (bytes: Buffer) => boolean;
  sizeOf: (bytes: Buffer) => ImageSize | undefined;
}[] = [
  {
    type: "image/png",
    isIt: (bytes) =>
      bytes.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex")) &&
      bytes.toString("latin1", 12, 16) === "IHDR",
    sizeOf: pngSize,
  },
  {
    type: "image/jpeg",
    isIt: (bytes) => bytes.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex")),
    sizeOf: jpegSize,
  },
  {
    type: "image/webp",
    isIt: (bytes) => bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP",
    sizeOf: webpSize,
  },
];

/** The picture as a `data:` address with the type that its content has. @throws Refusal bad_image, bad_input */
export function toAvatar(base64: string): string {
  const { type, bytes } = readPicture(base64, "avatar");
  return `data:${type};base64,${bytes.toString("base64")}`;
}

/** A picture with the type that its content has. @param field Of the input, for what is said. @throws Refusal bad_image, bad_input */
export function readPicture(base64: string, field: string): { type: string; bytes: Buffer } {
  const bytes = Buffer.from(base64, "base64");
  const kind = kinds.find(({ isIt }) => isIt(bytes));
  const size = kind?.sizeOf(bytes);
  if (!kind || !size || bytes.length > avatarLimitBytes) throw new Refusal("bad_image");
  if (size.width > avatarLimitPx || size.height > avatarLimitPx)
    throw new Refusal("bad_input", { fields: { [field]: `At most ${avatarLimitPx} x ${avatarLimitPx} pixels.` } });
  return { type: kind.type, bytes };
}
