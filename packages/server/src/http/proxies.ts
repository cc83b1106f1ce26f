import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { BlockList, SocketAddress, isIP } from "node:net";

import type { Logger } from "pino";

/** Names that proxies and content networks add; no browser and no `curl` sends one by itself. */
const proxyHeader =
  /forward|proxy|(client|real|connecting|user|remote|source)-?(ip|addr)|external-address|^via$|^(cf|cdn|fly|fastly|x-(azure|envoy|amzn?|arr|original|appengine|vercel|nf))-/;

/** Headers by which common proxies name their caller. */
const addressHeaders = [
  "x-forwarded-for",
  "forwarded",
  "x-real-ip",
  "x-client-ip",
  "x-cluster-client-ip",
  "true-client-ip",
  "cf-connecting-ip",
  "fastly-client-ip",
] as const;

/** Does a header show that there was a proxy in between? */
export function hasProxyHeader(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => proxyHeader.test(name));
}

/** Which proxies are trusted about the address of the caller (`TRUSTED_PROXIES`). */
export class Proxies {
  readonly #believed = new BlockList();
  readonly #log: Logger;
  readonly #reported = new Set<string>();

  /** @param believed Addresses and networks. */
  constructor(believed: readonly string[], log: Logger) {
    this.#log = log;
    for (const entry of believed) {
      const [address = "", bits] = entry.split("/");
      const family = isIP(address) === 6 ? "ipv6" : "ipv4";
      if (bits === undefined) this.#believed.addAddress(address, family);
      else this.#believed.addSubnet(address, Number(bits), family);
    }
  }

  /**
   * The only reader of X-Forwarded-For, for calls and WebSockets alike.
   * @returns the address of the caller: counted from here, the first one that is not a trusted proxy's; that of the last
   * trusted proxy when it names no valid one.
   */
  addressOf(request: IncomingMessage): string {
    let address = request.socket.remoteAddress ?? "";
    this.notice(request);
    const named = String(request.headers["x-forwarded-for"] ?? "").split(",");
    for (const next of named.toReversed()) {
      const before = this.#isBelieved(address) ? plainAddress(next.trim()) : undefined;
      if (before === undefined) break;
      address = before;
    }
    return address;
  }

  /** Logs once for each kind of header that a proxy is not trusted: everyone who comes through it counts as one caller. */
  notice({ headers, socket }: IncomingMessage): void {
    for (const header of addressHeaders) {
      if (headers[header] === undefined || this.#reported.has(header)) continue;
      const address = socket.remoteAddress ?? "";
      if (this.#isBelieved(address)) return;
      this.#reported.add(header);
      this.#log.warn(
        { address, header },
        "a proxy's header came from an address that is not believed, so all who come from there share their limits; if it is your proxy, add it to TRUSTED_PROXIES and let it send X-Forwarded-For",
      );
    }
  }

  #isBelieved(address: string): boolean {
    const family = isIP(address);
    return family !== 0 && this.#believed.check(address, family === 6 ? "ipv6" : "ipv4");
  }
}

/** An entry of X-Forwarded-For in its one spelling, without the port that some proxies add; undefined: no address. */
function plainAddress(entry: string): string | undefined {
  const [, bracketed, withPort] = /^(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(entry) ?? [];
  if (bracketed !== undefined && isIP(bracketed) !== 6) return undefined;
  const address = bracketed ?? withPort ?? entry;
  // With a zone it is an address of one network interface, which no proxy can pass on.
  if (isIP(address) === 0 || address.includes("%")) return undefined;
  if (isIP(address) === 4) return address;
  return new SocketAddress({ address, family: "ipv6" }).address.replace(/^::ffff:(?=\d+\.)/, "");
}
