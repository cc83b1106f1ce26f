import { createHash } from "node:crypto";

import { Refusal } from "@offgrid/contract/core/refusal";
import { logoLimits } from "@offgrid/contract/settings/setting-limits";

import type { PortalLogo } from "../../config/live-config.ts";
import type { Db } from "../../core/db.ts";
import { pictureOf } from "../users/avatar.ts";
import { hasNotes } from "../users/picture-notes.ts";

const refused = (reason: string) => new Refusal("bad_input", { fields: { picture: reason } });

/** @throws Refusal bad_input with what is wrong with the picture, in words */
export function logoIn(base64: string): PortalLogo {
  const bytes = Buffer.from(base64, "base64");
  const picture = pictureOf(bytes);
  // A drawing (SVG) may hold scripts and addresses, and mail programs do not show it.
  if (!picture || picture.type === "image/webp")
    throw refused("A PNG or JPEG; an SVG may hold scripts and is not taken.");
  const { type, size } = picture;
  if (bytes.length > logoLimits.bytes) throw refused(`At most ${logoLimits.bytes / 1024} KiB.`);
  if (Math.max(size.width, size.height) > logoLimits.longestPx)
    throw refused(`At most ${logoLimits.longestPx} pixels a side.`);
  if (hasNotes(type, bytes)) throw refused("Without notes of where and how it was made.");
  return { type, bytes, hash: createHash("sha256").update(bytes).digest("base64url").slice(0, 22) };
}

export async function readLogo(db: Db): Promise<PortalLogo | undefined> {
  return db.selectFrom("portalLogo").select(["type", "bytes", "hash"]).executeTakeFirst();
}

/** @param logo Undefined: none of its own. */
export async function saveLogo(tx: Db, logo: PortalLogo | undefined): Promise<void> {
  await tx.deleteFrom("portalLogo").execute();
  if (logo) await tx.insertInto("portalLogo").values(logo).execute();
}
