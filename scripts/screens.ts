/**
 * `npm run screens`: pictures of every screen in both languages, into docs/screens. They show the demo with its 90 days
 * of history, started in a folder of its own; this takes about ten minutes.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { type Browser, type Page, chromium } from "@playwright/test";
import { demoEmail, demoPassword } from "@offgrid/server/features/users/users.seed";

import { announced } from "../e2e/screens.list.ts";
import { ensureBrowser, softwareGl } from "./browser.ts";

const folder = join(import.meta.dirname, "..", "docs", "screens");
const languages = { en: "", fr: "/fr" } as const;
type Language = keyof typeof languages;
/** The container whose tabs are shown. */
const shownContainer = "agadez";
/** Stands for the id of the person whose page is shown, which differs in every demo. */
const shownPerson = "{person}";

interface Session {
  token: string;
  userId: string;
}

interface Screen {
  /** Name of the picture's file. */
  name: string;
  path: string;
  isPublic?: boolean;
}

/** In the order in which the page shows them. */
const built: readonly Screen[] = [
  { name: "login", path: "/login", isPublic: true },
  { name: "forgot-pass", path: "/forgot-pass", isPublic: true },
  { name: "reset-pass", path: "/reset-pass", isPublic: true },
  { name: "users-verify", path: "/users/verify", isPublic: true },
  { name: "dashboard", path: "/" },
  { name: "containers", path: "/containers" },
  { name: "containers-new", path: "/containers/new" },
  { name: "favorites", path: "/favorites" },
  { name: "clusters", path: "/clusters" },
  ...["overview", "flow", "devices", "weather", "batteries", "seven-days", "analysis", "network"].map((tab) => ({
    name: `container-${tab}`,
    path: `/containers/${shownContainer}?tab=${tab}`,
  })),
  { name: "users-list", path: "/users/list" },
  { name: "users-add", path: "/users/add" },
  { name: "user", path: `/users/${shownPerson}` },
  { name: "users-role", path: "/users/role?role=user" },
  { name: "users-audit", path: "/users/audit" },
  { name: "users-profile", path: "/users/profile" },
  { name: "help", path: "/help" },
  { name: "help-page", path: "/help/blackout" },
];
/** How a screen looks that is announced and not there, as long as there is one; not the page of a single thing. */
const notHereYet = Object.keys(announced).find(
  (path) => !path.includes("/some-") && !built.some((screen) => screen.path === path),
);
const screens: readonly Screen[] = [
  ...built,
  ...(notHereYet === undefined ? [] : [{ name: "not-here-yet", path: notHereYet }]),
];

const browserPlace = ensureBrowser(console.log);
const dataDir = await mkdtemp(join(tmpdir(), "offgrid-screens-"));
const { demo, url } = await startDemo(dataDir);
const browser = await chromium.launch({
  executablePath: browserPlace.path,
  args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), ...softwareGl],
});
try {
  const session = await signIn(url);
  const personId = await prepare(url, session);
  const titles = {} as Record<Language, Map<string, string>>;
  for (const language of Object.keys(languages) as Language[]) {
    titles[language] = await takeAll(browser, url, session, personId, language);
  }
  await writeFile(join(folder, "README.md"), `${page(titles).trimEnd()}\n`);
  console.log(`${screens.length} screens in ${Object.keys(languages).length} languages are in docs/screens.`);
} finally {
  await browser.close();
  demo.kill("SIGTERM");
  await once(demo, "exit");
  await rm(dataDir, { recursive: true, force: true });
}

/** Starts the demo and waits until its history is complete. */
async function startDemo(within: string): Promise<{ demo: ChildProcess; url: string }> {
  const child = fork(join(import.meta.dirname, "run.ts"), ["demo"], {
    execArgv: ["--import", import.meta.resolve("tsx")],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: { ...process.env, DATA_DIR: within, PORT: "0", MQTT_PORT: "0" },
  });
  let said = "";
  const address = await new Promise<string>((resolve, reject) => {
    child.once("exit", () => reject(new Error("The demo ended before its pictures were taken.")));
    child.stdout?.on("data", (piece: Buffer) => {
      process.stdout.write(piece);
      said += piece.toString("utf8");
      const [, found] = /Offgrid Portal, demo\s+(http:\S+)/.exec(said) ?? [];
      if (found !== undefined && said.includes("history is complete")) resolve(found);
    });
  });
  return { demo: child, url: address };
}

/**
 * Creates what a portal in use has: some favourites, clusters and forecasts.
 * @returns the id of a person to show.
 */
async function prepare(address: string, { token, userId }: Session): Promise<string> {
  const call = async (name: string, input: object) => {
    const answer = await fetch(`${address}/api/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Auth-Token": token, "X-User-Id": userId },
      body: JSON.stringify(input),
    });
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { data: unknown };
  };
  const { data: containers } = (await call("getSites", {})) as { data: { id: string }[] };
  const ids = containers.map(({ id }) => id);
  for (const containerId of ids.slice(0, 3)) await call("favoriteSet", { containerId, favorite: true });
  await call("clusterSave", { name: "West Africa", containers: ["agadez", "saint-louis", "tamale"] });
  await call("clusterSave", { name: "Himalaya", containers: ["jumla", "gosaba"] });
  console.log("Waiting for the forecasts of all containers ...");
  const learning = async () => {
    const { data } = (await call("getSitesV2", {})) as {
      data: { blackout: { state: string } | null; lastSeen: string | null }[];
    };
    // One that never connected has nothing to be forecast from.
    const connected = data.filter(({ lastSeen }) => lastSeen !== null);
    return connected.filter(({ blackout }) => blackout === null || blackout.state === "learning").length;
  };
  while ((await learning()) > 0) await wait(2_000);
  const { data: people } = (await call("userList", {})) as { data: { id: string; email: string }[] };
  const found = people.find(({ email }) => email === demoEmail("customer_staff"));
  if (!found) throw new Error("The demo has no person to show.");
  return found.id;
}

async function signIn(address: string): Promise<Session> {
  const answer = await fetch(`${address}/api/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: demoEmail("super_admin"), password: demoPassword }),
  });
  const { authToken, userId } = (await answer.json()) as { authToken: string; userId: string };
  return { token: authToken, userId };
}

/** @returns the title of each screen by its name. */
async function takeAll(
  on: Browser,
  address: string,
  session: Session,
  personId: string,
  language: Language,
): Promise<Map<string, string>> {
  await mkdir(join(folder, language), { recursive: true });
  const context = await on.newContext({
    viewport: { width: 1280, height: 800 },
    locale: language === "en" ? "en-GB" : "fr-FR",
    reducedMotion: "reduce",
    colorScheme: "light",
  });
  const tab = await context.newPage();
  const titles = new Map<string, string>();
  for (const { name, path, isPublic = false } of screens) {
    if (isPublic) await context.clearCookies();
    else {
      const values = Object.entries(session);
      await context.addCookies(values.map(([key, value]) => ({ name: key, value, url: address, sameSite: "Strict" })));
    }
    const place = path.replace(shownPerson, personId);
    await tab.goto(`${address}${languages[language]}${place === "/" && language !== "en" ? "" : place}`);
    const { title, picture } = await settle(tab);
    titles.set(name, title);
    await writeFile(join(folder, language, `${name}.png`), picture);
    console.log(`${language}/${name}`);
  }
  await context.close();
  return titles;
}

/** Waits until the whole page is drawn: no answer is outstanding, and it looks the same as a moment before. */
async function settle(tab: Page): Promise<{ title: string; picture: Buffer }> {
  const title = tab.getByRole("heading", { level: 1 }).first();
  await title.waitFor({ timeout: 60_000 });
  await tab.waitForFunction(() => document.querySelector("[aria-busy=true], .mantine-Skeleton-root") === null);
  await tab.waitForLoadState("networkidle");
  await tab.evaluate(() => document.fonts.ready);
  let picture = await tab.screenshot({ animations: "disabled" });
  // Live values may keep it changing for ever.
  for (let looks = 0, same = 0; looks < 12 && same < 2; looks++) {
    await wait(700);
    const next = await tab.screenshot({ animations: "disabled" });
    same = next.equals(picture) ? same + 1 : 0;
    picture = next;
  }
  return { title: (await title.innerText()).trim(), picture };
}

function page(titles: Record<Language, Map<string, string>>): string {
  const shown = screens.map(({ name, path }) => {
    const pictures = (Object.keys(languages) as Language[]).map((language) => {
      return `![${titles[language].get(name)}](${language}/${name}.png)`;
    });
    return [`## ${titles.en.get(name)} (\`${path}\`)`, ...pictures].join("\n\n");
  });
  return ["# The screens", "Made by `npm run screens` from the demo, in English and French.", ...shown, ""].join(
    "\n\n",
  );
}
