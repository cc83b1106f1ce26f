import { createHash } from "node:crypto";

import type { SecretBox } from "../../core/secret-box.ts";

/** Where a channel leads, and its secrets: kept under the portal's key. */
export type Target =
  /** To the person's own address, whatever that is by then. */
  | { kind: "mail" }
  | { kind: "push"; endpoint: string; p256dh: string; auth: string }
  | { kind: "webhook"; url: string; secret: string }
  | { kind: "telegram"; chat: string }
  | { kind: "sms"; phone: string };

const purpose = "channel";

export function sealTarget(box: SecretBox, target: Target): Buffer {
  return box.seal(JSON.stringify(target), purpose);
}

export function openTarget(box: SecretBox, sealed: Buffer): Target {
  return JSON.parse(box.open(sealed, purpose)) as Target;
}

function placeOf(target: Target): string {
  switch (target.kind) {
    case "mail":
      return "";
    case "push":
      return target.endpoint;
    case "webhook":
      return target.url;
    case "telegram":
      return target.chat;
    case "sms":
      return target.phone;
  }
}

/** Tells whether two lead to the same place. */
export function hashOfTarget(target: Target): Buffer {
  return createHash("sha256")
    .update(`${target.kind} ${placeOf(target)}`)
    .digest();
}

/** Where it leads, as far as a screen shows it: addresses may hold keys. */
export function shownTarget(target: Target, email: string): string {
  if (target.kind === "mail") return email;
  const place = placeOf(target);
  if (target.kind === "push" || target.kind === "webhook") return new URL(place).host;
  return `…${place.slice(-4)}`;
}
