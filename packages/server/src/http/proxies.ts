import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

import type { Logger } from "pino";

const otherHeaders = new Set([
  "forwarded",
  "via",
  "x-real-ip",
  "x-client-ip",
  "x-cluster-client-ip",
  "true-client-ip",
  "cf-connecting-ip",
  "fastly-client-ip",
]);

/** Does a header show that there was a proxy in between? */
export function hasProxyHeader(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => name.startsWith("x-forwarded-") || otherHeaders.has(name));
}

/** Which proxies are trusted about the address of the caller (`TRUSTED_PROXIES`). */
export class Proxies {
  readonly #believed = new BlockList();
  readonly #log: Logger;
  #isReported = false;

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

  /** @returns the address of the caller: counted from here, the first one that is not a trusted proxy's. */
  addressOf(request: IncomingMessage): string {
    let address = request.socket.remoteAddress ?? "";
    this.notice(request);
    const named = String(request.headers["x-forwarded-for"] ?? "").split(",");
    for (const next of named.toReversed()) {
      const before = next.trim();
      if (!this.#isBelieved(address) || isIP(before) === 0) break;
      address = before;
    }
    return address;
  }

  /** Logs once that a proxy is not trusted, since everyone who comes through it then counts as one caller. */
  notice({ headers, socket }: IncomingMessage): void {
    if (this.#isReported || headers["x-forwarded-for"] === undefined) return;
    const address = socket.remoteAddress ?? "";
    if (this.#isBelieved(address)) return;
    this.#isReported = true;
    this.#log.warn(
      { address },
      "X-Forwarded-For came from an address that is not believed, so all who come from there share their limits; if it is your proxy, add it to TRUSTED_PROXIES",
    );
  }

  #isBelieved(address: string): boolean {
    const family = isIP(address);
    return family !== 0 && this.#believed.check(address, family === 6 ? "ipv6" : "ipv4");
  }
}
