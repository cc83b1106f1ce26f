import { isIP } from "node:net";

import { z } from "zod";

export const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.int().max(65_535));
/** The web app has its pages, calls and live connection at the root of an address of its own. */
export const origin = z
  .url({ protocol: /^https?$/ })
  .transform((url) => new URL(url))
  .refine(
    ({ pathname, search, hash, username, password }) => pathname === "/" && !(search + hash + username + password),
  )
  .transform((url) => url.origin);
export const address = z
  .string()
  .transform((host) => (host === "localhost" ? "127.0.0.1" : host))
  .refine((host) => isIP(host) !== 0);
export const filePath = z.string().trim().min(1).optional();
/** An address, or a network that is not everyone's. */
export function isNetwork(entry: string): boolean {
  const [host = "", bits, ...more] = entry.split("/");
  const family = isIP(host);
  // A network of everyone would let every caller name the address that counts.
  return (
    family !== 0 &&
    !host.includes("%") &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1)) &&
    Number(bits ?? 1) <= (family === 4 ? 32 : 128)
  );
}

const loopbackNames = ["localhost", "127.0.0.1", "::1"];

/** Is this address one of this machine alone? */
export function isLoopback(host: string): boolean {
  return loopbackNames.includes(host) || host.startsWith("127.") || host.startsWith("::ffff:127.");
}
