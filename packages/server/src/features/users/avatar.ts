import { Refusal } from "@offgrid/contract/core/refusal";
import { avatarLimitBytes } from "@offgrid/contract/core/constants";

/** The type of a picture from its first bytes; its name and declared type do not count. */
const kinds: readonly { type: string; isIt: (bytes: Buffer) => boolean }[] = [
  {
    type: "image/png",
    isIt: (bytes) =>
      bytes.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex")) &&
      bytes.toString("latin1", 12, 16) === "IHDR",
  },
  { type: "image/jpeg", isIt: (bytes) => bytes.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex")) },
  {
    type: "image/webp",
    isIt: (bytes) => bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP",
  },
];
const shortestBytes = 16;

/** The picture as a `data:` address with the type that its content has. @throws Refusal bad_image */
export function toAvatar(base64: string): string {
  const bytes = Buffer.from(base64, "base64");
  const kind = kinds.find(({ isIt }) => isIt(bytes));
  if (!kind || bytes.length < shortestBytes || bytes.length > avatarLimitBytes) throw new Refusal("bad_image");
  return `data:${kind.type};base64,${bytes.toString("base64")}`;
}
