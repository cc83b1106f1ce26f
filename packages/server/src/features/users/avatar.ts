import { Refusal } from "@offgrid/contract/core/refusal";
import { avatarLimitBytes, avatarLimitPx } from "@offgrid/contract/core/constants";
import { type PictureType, pictureTypeOf } from "@offgrid/contract/core/picture-type";

import { type ImageSize, jpegSize, pngSize, webpSize } from "./image-size.ts";

const sizes: Record<PictureType, (bytes: Buffer) => ImageSize | undefined> = {
  "image/png": pngSize,
  "image/jpeg": jpegSize,
  "image/webp": webpSize,
};

/** What a picture is by its content, and how large it becomes; undefined: it is none, or is broken. */
export function pictureOf(bytes: Buffer): { type: PictureType; size: ImageSize } | undefined {
  const type = pictureTypeOf(bytes);
  const size = type && sizes[type](bytes);
  return type && size && { type, size };
}

/** The picture as a `data:` address with the type that its content has. @throws Refusal bad_image, bad_input */
export function toAvatar(base64: string): string {
  const { type, bytes } = readPicture(base64, "avatar");
  return `data:${type};base64,${bytes.toString("base64")}`;
}

/** A picture with the type that its content has. @param field Of the input, for what is said. @throws Refusal bad_image, bad_input */
export function readPicture(base64: string, field: string): { type: string; bytes: Buffer } {
  const bytes = Buffer.from(base64, "base64");
  const picture = pictureOf(bytes);
  if (!picture || bytes.length > avatarLimitBytes) throw new Refusal("bad_image");
  const { type, size } = picture;
  if (size.width > avatarLimitPx || size.height > avatarLimitPx)
    throw new Refusal("bad_input", { fields: { [field]: `At most ${avatarLimitPx} x ${avatarLimitPx} pixels.` } });
  return { type, bytes };
}
