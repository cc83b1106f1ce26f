import { avatarLimitBytes } from "@offgrid/contract/core/constants";

export const pictureTypes = ["image/png", "image/jpeg", "image/webp"];

/** Why a file cannot be a picture of a person; undefined: it can. */
export function pictureFault(file: Pick<File, "type" | "size">): "bad_type" | "too_big" | undefined {
  if (!pictureTypes.includes(file.type)) return "bad_type";
  return file.size > avatarLimitBytes ? "too_big" : undefined;
}
