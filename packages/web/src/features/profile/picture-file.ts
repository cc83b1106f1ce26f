import { avatarLimitBytes } from "@offgrid/contract/core/constants";

export const pictureTypes = ["image/png", "image/jpeg", "image/webp"];

/** Why a file cannot be a picture of a person; undefined: it can. */
export function pictureFault(file: Pick<File, "type" | "size">): "bad_type" | "too_big" | undefined {
  if (!pictureTypes.includes(file.type)) return "bad_type";
  return file.size > avatarLimitBytes ? "too_big" : undefined;
}

/** The bytes of a file as base64. */
export async function toBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  // In parts: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
