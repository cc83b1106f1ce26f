import { isIPv4 } from "node:net";

/** /24 of IPv4, /64 of IPv6. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIPv4(plain)) return plain.split(".").slice(0, 3).join(".");
  const [head = "", tail] = plain.split("%")[0]!.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: zeros }, () => "0"), ...right].slice(0, 4).join(":");
}
