import { avatarLimitBytes } from "@offgrid/contract/core/constants";
import { pictureTypes } from "@offgrid/contract/core/picture-type";

/** Why a file cannot be a picture of a person; undefined: it can. */
export function pictureFault(file: Pick<File, "type" | "size">): "bad_type" | "too_big" | undefined {
  if (pictureTypes.every((type) => type !== file.type)) return "bad_type";
  return file.size > avatarLimitBytes ? "too_big" : undefined;
}
