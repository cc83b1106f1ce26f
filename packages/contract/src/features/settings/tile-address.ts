/** What is wrong with the address of a map's tiles; `address`: it is none, or names a person or a password. */
export const tileFaults = ["address", "places", "braces"] as const;
export type TileFault = (typeof tileFaults)[number];

const places = ["{z}", "{x}", "{y}"];

/**
 * Tiles are drawn from an address that browsers fill in, and their policy allows the one host that it names: so the host
 * is written out.
 */
export function tileFault(address: string): TileFault | undefined {
  const host = /^https?:\/\/([^/?#]*)/.exec(address)?.[1];
  if (!host || host.includes("@") || !/^[\x21-\x7e]+$/.test(address) || !URL.canParse(address)) return "address";
  const given: readonly string[] = address.match(/\{[^}]*\}?/g) ?? [];
  if (/[{}]/.test(host) || given.some((one) => !places.includes(one))) return "braces";
  return places.every((place) => given.includes(place)) ? undefined : "places";
}
