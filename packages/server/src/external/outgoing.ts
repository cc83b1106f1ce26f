import { lookup } from "node:dns/promises";
import { request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { BlockList, isIP } from "node:net";

/** Addresses of a name; by default from the system's resolver. */
export type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>;

export interface OutgoingOptions {
  /** Networks in CIDR notation, such as 10.1.0.0/16, that may be dialled although they are not public. */
  allow?: readonly string[];
  resolve?: Resolve;
}

export interface OutgoingQuestion {
  headers?: Readonly<Record<string, string>>;
  /** What is posted; left out: nothing is, and the address is only read. */
  body?: string | Uint8Array;
  /** For everything: lookup, connection, answer. */
  timeoutMs: number;
  maxBytes: number;
}

export interface OutgoingAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
}

/**
 * closed: the portal does not dial this address; away: nobody took what was to be sent; unanswered: it was sent, and
 * whether it was taken is not known; answer: there was an answer that is not accepted.
 */
export type OutgoingProblem = "closed" | "away" | "unanswered" | "answer";

/** Why nothing was dialled, or the answer was not accepted. Its message never contains an address with a key in it. */
export class OutgoingRefused extends Error {
  readonly problem: OutgoingProblem;
  constructor(problem: OutgoingProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

export interface Outgoing {
  (url: string, question: OutgoingQuestion): Promise<OutgoingAnswer>;
  /** Asks nothing. @returns the address of its host. @throws OutgoingRefused where it would not be dialled now. */
  check(url: string, timeoutMs: number): Promise<string>;
}

/**
 * Everything that is not routed on the internet: this machine, private and shared networks, link-local, documentation,
 * multicast, and addresses that stand for an IPv4 address (6to4, NAT64 and Teredo relays).
 */
const closedNetworks4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
];

/** Of IPv6 only 2000::/3 is routed: the rest holds loopback, mapped, translated, site-local and link-local addresses. */
const closedNetworks6 = ["::/3", "4000::/2", "8000::/1", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

/**
 * The one way out for the portal's own requests. A name is resolved once and the address that was checked is dialled, so
 * a name that changes meanwhile leads nowhere else; redirects are not followed.
 */
export function openOutgoing({ allow = [], resolve = resolveBySystem }: OutgoingOptions = {}): Outgoing {
  const mayDial = dialGuard(allow);

  // Without a network the lookup fails first: an outage like any other.
  const find = (host: string) =>
    resolve(host).catch((error: unknown) => {
      throw new OutgoingRefused("away", `The address of ${host} cannot be found.`, { cause: error });
    });

  const resolved = async (url: string, signal: AbortSignal) => {
    const target = parseAddress(url);
    const host = target.hostname.replace(/^\[|\]$/g, "");
    const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await within(find(host), signal);
    const [first] = found;
    // One closed address among several is enough: the resolver chooses which of them is dialled.
    if (!first || !found.every(({ address }) => mayDial(address))) {
      throw new OutgoingRefused("closed", `${host} is not an address that the portal dials.`);
    }
    return { target, first };
  };

  const ask = async (url: string, question: OutgoingQuestion) => {
    const signal = AbortSignal.timeout(question.timeoutMs);
    const { target, first } = await resolved(url, signal);
    return send(target, first, question, signal);
  };
  const check = async (url: string, timeoutMs: number) =>
    (await resolved(url, AbortSignal.timeout(timeoutMs))).first.address;
  return Object.assign(ask, { check });
}

/** Only the decision: may this address be dialled? Anything that is not a plain address may not. */
export function dialGuard(allow: readonly string[] = []): (address: string) => boolean {
  const open = listOf(allow);
  // Separate lists, since a BlockList takes an IPv6 network of mapped addresses for all of IPv4.
  const closed4 = listOf(closedNetworks4);
  const closed6 = listOf(closedNetworks6);
  return (address) => {
    const version = isIP(address);
    // A zone id names an interface of this machine.
    if (version === 0 || address.includes("%")) return false;
    if (version === 4) return open.check(address, "ipv4") || !closed4.check(address, "ipv4");
    return open.check(address, "ipv6") || !closed6.check(address, "ipv6");
  };
}

/** @throws OutgoingRefused where it is no address of the web, or names a person or port 0. */
export function parseAddress(url: string): URL {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (!target || !["http:", "https:"].includes(target.protocol))
    throw new OutgoingRefused("closed", "This is not a web address.");
  if (target.username !== "" || target.password !== "")
    throw new OutgoingRefused("closed", "An address must not contain a password.");
  if (target.port === "0") throw new OutgoingRefused("closed", "There is no port 0.");
  return target;
}

async function resolveBySystem(host: string) {
  return lookup(host, { all: true });
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits = ""] = network.split("/");
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? "ipv6" : "ipv4");
  }
  return list;
}

function within<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) =>
      signal.addEventListener("abort", () => reject(new OutgoingRefused("away", "It took too long.")), { once: true }),
    ),
  ]);
}

function send(
  target: URL,
  { address, family }: { address: string; family: number },
  { headers = {}, body, maxBytes }: OutgoingQuestion,
  signal: AbortSignal,
): Promise<OutgoingAnswer> {
  const request = target.protocol === "https:" ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    let isSent = false;
    const fail = (reason: string, problem: OutgoingProblem = "answer") => reject(new OutgoingRefused(problem, reason));
    const sent = request(
      target,
      {
        method: body === undefined ? "GET" : "POST",
        headers: { ...headers, ...(body !== undefined && { "content-length": Buffer.byteLength(body) }) },
        signal,
        agent: false,
        // Node asks for one address or for all of them.
        lookup: (_host, { all }, done) => {
          if (all) done(null, [{ address, family }]);
          else done(null, address, family);
        },
      },
      (answer) => {
        const status = answer.statusCode ?? 0;
        if (status >= 300 && status < 400) {
          answer.destroy();
          return fail("It redirects elsewhere, which the portal does not follow.");
        }
        const parts: Buffer[] = [];
        let size = 0;
        answer.on("data", (part: Buffer) => {
          size += part.length;
          parts.push(part);
          if (size > maxBytes) {
            answer.destroy();
            fail("Its answer is too large.");
          }
        });
        answer.on("end", () =>
          resolve({ status, headers: plainHeaders(answer.headers), text: Buffer.concat(parts).toString("utf8") }),
        );
        answer.on("error", () => fail("Its answer broke off.", "unanswered"));
      },
    );
    sent.on("finish", () => (isSent = true));
    sent.on("error", () =>
      fail(signal.aborted ? "It took too long." : "It cannot be reached.", isSent ? "unanswered" : "away"),
    );
    sent.end(body);
  });
}

function plainHeaders(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
