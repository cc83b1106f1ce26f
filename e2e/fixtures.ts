/** What every journey has at hand: the stage, people who are signed in, and a watch over the page. */
import { test as base, expect, type Page } from "@playwright/test";

import { expectShared, KeptContexts, type SharedOptions } from "./kept-contexts.ts";
import { type Actor, actors, demoPassword, type StageAddress, stageVariable } from "./stage/stage.types.ts";

export { expect };

export interface Session {
  authToken: string;
  userId: string;
  expiresAt: string;
}

export interface PageWatch {
  /** Complaints of the page that a journey brings about on purpose. */
  allow(pattern: RegExp): void;
  /** Errors of console, scripts and browser policy so far, without those that are allowed. */
  complaints(): readonly string[];
}

export interface Stage extends StageAddress {
  /** A session of this journey's own, so that what the portal allows a session is not shared by many. */
  session(actor: Actor): Promise<Session>;
  /** Lets the proof of who one is run out, as time does. */
  unconfirm(userId: string): Promise<void>;
  /** Lets the links to charts that somebody made come to their end, as time does. */
  endLinks(userId: string): Promise<void>;
  /** Stops a simulated controller as a power switch would; its plant lives on. */
  stopController(containerId: string): Promise<void>;
  startController(containerId: string): Promise<void>;
  /** Makes a call as someone. */
  call(actor: Actor, name: string, input?: object): Promise<Record<string, unknown>>;
}

interface Fixtures {
  stage: Stage;
  /** A page in another browser, as on another device; nobody is signed in there, and nobody watches it. */
  otherPage: Page;
  /** Signs the page in without the form. */
  signIn: (actor: Actor) => Promise<void>;
  /** Signs the page in as the owner of a session. */
  enter: (session: Session) => Promise<void>;
  /** Watches the page; each journey ends with no complaint. */
  watch: PageWatch;
  /** Whether the page fetches the rest of the app while it is idle, as it does wherever data is not dear. */
  fetchesRest: boolean;
  sharedOptions: SharedOptions;
}

/** Of pages that a journey opens by itself. */
const usualScreen = { viewport: { width: 1280, height: 720 }, colorScheme: "light" } as const;

interface WorkerFixtures {
  contexts: KeptContexts;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  fetchesRest: [false, { option: true }],
  contexts: [
    async ({ browser }, use) => {
      const contexts = new KeptContexts(browser);
      await use(contexts);
      await contexts.close();
    },
    { scope: "worker" },
  ],
  sharedOptions: async (
    {
      locale,
      timezoneId,
      deviceScaleFactor,
      extraHTTPHeaders,
      geolocation,
      httpCredentials,
      permissions,
      storageState,
      userAgent,
      contextOptions,
    },
    use,
  ) => {
    await use({
      locale,
      timezoneId,
      deviceScaleFactor,
      extraHTTPHeaders,
      geolocation,
      httpCredentials,
      permissions,
      storageState,
      userAgent,
      contextOptions,
    } as SharedOptions);
  },
  context: async ({ contexts, stage, fetchesRest, hasTouch, isMobile, serviceWorkers, sharedOptions }, use, info) => {
    expectShared(sharedOptions, info.project.use as SharedOptions);
    // Size and colours are set on the page: a browser for each of them would fetch and compile the program once more.
    const options = { ...usualScreen, hasTouch, isMobile, serviceWorkers };
    // A hundred files for each page take the time of the journeys that run beside it, and prove nothing there.
    const prepare = fetchesRest ? undefined : saveData;
    const kept = await contexts.take(options, prepare);
    await use(kept.context);
    await contexts.giveBack(kept, { origin: stage.portalUrl, isFit: info.status === info.expectedStatus });
  },
  otherPage: async ({ contexts, stage, hasTouch, isMobile, serviceWorkers }, use, info) => {
    const kept = await contexts.take({ ...usualScreen, hasTouch, isMobile, serviceWorkers }, saveData);
    await use(await kept.context.newPage());
    await contexts.giveBack(kept, { origin: stage.portalUrl, isFit: info.status === info.expectedStatus });
  },
  page: async ({ page, viewport, colorScheme }, use) => {
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await use(page);
  },
  stage: async ({}, use) => {
    const { stage, close } = openStage();
    await use(stage);
    await close();
  },
  baseURL: async ({ stage }, use) => {
    await use(stage.portalUrl);
  },
  watch: [
    async ({ page }, use) => {
      const allowed: RegExp[] = [];
      const seen: string[] = [];
      watchPage(page, seen);
      const complaints = () => seen.filter((text) => !allowed.some((pattern) => pattern.test(text)));
      await use({ allow: (pattern) => void allowed.push(pattern), complaints });
      expect(complaints(), "complaints of the page").toEqual([]);
    },
    { auto: true },
  ],
  signIn: async ({ stage, enter }, use) => {
    await use(async (actor) => enter(await stage.session(actor)));
  },
  enter: async ({ page, stage }, use) => {
    await use(async ({ authToken, userId }) => {
      await page.context().addCookies(
        Object.entries({ token: authToken, userId }).map(([name, value]) => ({
          name,
          value: encodeURIComponent(value),
          url: stage.portalUrl,
          sameSite: "Strict" as const,
        })),
      );
    });
  },
});

/**
 * Remarks of the browser and of Playwright in which no page has a part: a map that is drawn without a graphics card, and
 * the worker that journeys do without.
 */
const remarks = [
  /GL Driver Message \(OpenGL, Performance, .*GPU stall due to ReadPixels/,
  /^Service Worker registration blocked by Playwright$/,
];

/** In the page: what a browser says whose user saves data. */
function saveData(): void {
  Object.defineProperty(navigator, "connection", { value: { saveData: true } });
}

function watchPage(page: Page, seen: string[]): void {
  page.on("console", (message) => {
    if (remarks.some((remark) => remark.test(message.text()))) return;
    if (message.type() === "error" || message.type() === "warning") seen.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => seen.push(`script: ${error.message}`));
}

/**
 * The stage as one journey sees it. Closing it signs out whom it signed in: the portal keeps so many sessions a person,
 * and the next journeys would end that of a long one beside them.
 */
function openStage(): { stage: Stage; close(): Promise<void> } {
  const address = JSON.parse(process.env[stageVariable] ?? "null") as StageAddress | null;
  if (!address) throw new Error("The stage is not there; run the journeys by `npm run e2e`.");
  const order = async (name: string, containerId: string): Promise<void> => {
    const answer = await fetch(`${address.controlUrl}/${name}/${containerId}`, { method: "POST" });
    if (!answer.ok) throw new Error(`The stage refused to ${name} ${containerId}: ${await answer.text()}`);
  };
  const sessions = new Map<Actor, Promise<Session>>();
  const stage: Stage = {
    ...address,
    session: (actor) => {
      const known = sessions.get(actor);
      if (known) return known;
      const login = post(address, "login", { email: actors[actor].email, password: demoPassword }) as Promise<unknown>;
      sessions.set(actor, login as Promise<Session>);
      return login as Promise<Session>;
    },
    unconfirm: (userId) => order("unconfirm", userId),
    endLinks: (userId) => order("end-links", userId),
    stopController: (containerId) => order("stop", containerId),
    startController: (containerId) => order("start", containerId),
    call: async (actor, name, input = {}) => post(address, name, input, headersOf(await stage.session(actor))),
  };
  const close = async () => {
    const opened = await Promise.allSettled(sessions.values());
    for (const { value } of opened.filter((session) => session.status === "fulfilled")) {
      // A journey may have ended it.
      await post(address, "signOut", {}, headersOf(value)).catch(() => undefined);
    }
  };
  return { stage, close };
}

/** What makes a call one of a session. */
export function headersOf({ authToken, userId }: Session): Record<string, string> {
  return { "X-Auth-Token": authToken, "X-User-Id": userId };
}

/** Makes a call without a page. @throws Error when it is refused. */
export async function post(
  { portalUrl }: StageAddress,
  name: string,
  input: object,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${portalUrl}/api/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(input),
  });
  const body = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok) throw new Error(`/${name} was refused: ${JSON.stringify(body)}`);
  return body;
}
