/**
 * The browsers that a worker keeps from journey to journey, as people keep theirs open: they have the portal's files, and
 * its program compiled, where a new one would fetch and compile all of it for each journey. Nobody is signed in there, and
 * nothing else is stored.
 */
import { isDeepStrictEqual } from "node:util";

import type { Browser, BrowserContext, BrowserContextOptions } from "@playwright/test";

export interface Kept {
  context: BrowserContext;
  key: string;
  /** A journey did something with it that cannot be undone, so it is not kept. */
  isSpent: boolean;
}

/** What the next journey would notice. */
const lasting = [
  "addInitScript",
  "exposeBinding",
  "exposeFunction",
  "grantPermissions",
  "route",
  "routeWebSocket",
  "setExtraHTTPHeaders",
  "setGeolocation",
  "setOffline",
] as const;
const lastingOfClock = ["install", "setFixedTime", "setSystemTime"] as const;
/** All that a page can store, except the files of the portal. */
const stored = "local_storage,indexeddb,cache_storage,service_workers";

/** What a context is made with besides its key: the same for all journeys, as the configuration has it. */
export type SharedOptions = Pick<
  BrowserContextOptions,
  | "locale"
  | "timezoneId"
  | "deviceScaleFactor"
  | "extraHTTPHeaders"
  | "geolocation"
  | "httpCredentials"
  | "permissions"
  | "storageState"
  | "userAgent"
> & { contextOptions?: BrowserContextOptions };

/**
 * @throws where a journey has an option of its own that no context is kept by: it, or the next one, would have a browser
 * that was made for another journey.
 */
export function expectShared(given: SharedOptions, configured: SharedOptions): void {
  for (const name of Object.keys(given) as (keyof SharedOptions)[]) {
    if (isDeepStrictEqual(given[name] ?? undefined, configured[name] ?? undefined)) continue;
    throw new Error(
      `A journey sets "${name}", by which browsers are not kept apart; add it to the options in the fixture "context".`,
    );
  }
}

export class KeptContexts {
  readonly #free = new Map<string, Kept[]>();
  readonly #browser: Browser;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** @param script Runs in every page before its own scripts. */
  async take(options: BrowserContextOptions, script?: () => void): Promise<Kept> {
    const key = JSON.stringify([options, script?.name]);
    const known = this.#free.get(key)?.pop();
    if (known) return known;
    const context = await this.#browser.newContext(options);
    if (script) await context.addInitScript(script);
    const kept = { context, key, isSpent: false };
    spendOn(context, lasting, kept);
    spendOn(context.clock, lastingOfClock, kept);
    return kept;
  }

  /** Empties it for the next journey. @param isFit Else it is closed. */
  async giveBack(kept: Kept, { origin, isFit }: { origin: string; isFit: boolean }): Promise<void> {
    const { context, key, isSpent } = kept;
    const [page, ...others] = context.pages();
    if (isSpent || !isFit || !page) {
      await context.close();
      return;
    }
    for (const other of others) await other.close();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    // A page that is left stores something more, and one without its cookies would be on its way to the sign-in.
    const isLeft = await page.goto("about:blank").then(
      () => true,
      () => false,
    );
    if (!isLeft) {
      // It was going elsewhere at that moment.
      await context.close();
      return;
    }
    await context.clearCookies();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: stored });
    await page.close();
    this.#free.set(key, [...(this.#free.get(key) ?? []), kept]);
  }

  async close(): Promise<void> {
    for (const { context } of [...this.#free.values()].flat()) await context.close();
  }
}

/** Notes when one of these is called. */
function spendOn(target: object, names: readonly string[], kept: Kept): void {
  const methods = target as Record<string, (...given: unknown[]) => unknown>;
  for (const name of names) {
    const original = methods[name]?.bind(target);
    if (!original) throw new Error(`A context has no ${name}.`);
    methods[name] = (...given) => {
      kept.isSpent = true;
      return original(...given);
    };
  }
}
