import { Declined } from "./declined.ts";

/** What stands in the way of messages to this browser; `denied`: its person has refused them for good. */
export type PushBarrier = "address" | "browser" | "denied";

/** Where a page runs, as far as push messages depend on it. */
interface Surroundings {
  isSecureContext: boolean;
  navigator: object;
  PushManager?: unknown;
  Notification?: { permission: NotificationPermission };
}

/** @returns undefined where this browser can be sent messages, once its person agrees. */
export function pushBarrier(where: Surroundings = globalThis): PushBarrier | undefined {
  if (!where.isSecureContext) return "address";
  if (!("serviceWorker" in where.navigator) || !where.PushManager || !where.Notification) return "browser";
  return where.Notification.permission === "denied" ? "denied" : undefined;
}

export interface PushSubscriptionKeys {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/**
 * Asks the person whether this browser may show messages; call it on a click.
 * @param pushKey The portal's public key, in Base64url.
 * @throws Declined when they would rather not.
 */
export async function subscribeToPush(pushKey: string): Promise<PushSubscriptionKeys> {
  if ((await Notification.requestPermission()) !== "granted") throw new Declined("push");
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(pushKey),
  });
  const { endpoint = "", keys = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" } };
}

/** Not every browser takes the key as text. */
function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
