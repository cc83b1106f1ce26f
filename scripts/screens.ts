/**
 * `npm run screens`: pictures of every screen in both languages, into docs/screens. They show the demo with its 90 days
 * of history, started in a folder of its own; this takes about ten minutes. `-- tickets ticket` takes only the named ones.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { type Browser, type Page, chromium } from "@playwright/test";
import { demoEmail, demoPassword } from "@offgrid/server/features/users/users.seed";

import { containerTabs } from "../packages/web/src/features/container/tabs/container-tabs.ts";
import { ensureBrowser, softwareGl } from "./browser.ts";

const folder = join(import.meta.dirname, "..", "docs", "screens");
const languages = { en: "", fr: "/fr" } as const;
type Language = keyof typeof languages;
/** A container without power for long enough learns nothing. */
const longestLearningMs = 120_000;
/** The container whose tabs are shown. */
const shownContainer = "agadez";
/** One that has automations. */
const automatedContainer = "saint-louis";
/** Things whose pages are shown; their ids, which differ in every demo, take the place of these words. */
type ShownThing = "{person}" | "{chart}" | "{incident}" | "{rule}" | "{automation}" | "{ticket}";

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
const screens: readonly Screen[] = [
  { name: "login", path: "/login", isPublic: true },
  { name: "forgot-pass", path: "/forgot-pass", isPublic: true },
  { name: "reset-pass", path: "/reset-pass", isPublic: true },
  { name: "users-verify", path: "/users/verify", isPublic: true },
  { name: "dashboard", path: "/" },
  { name: "containers", path: "/containers" },
  { name: "containers-new", path: "/containers/new" },
  { name: "favorites", path: "/favorites" },
  { name: "containers-compare", path: `/containers/compare?ids=${shownContainer},barcelos` },
  { name: "clusters", path: "/clusters" },
  ...containerTabs.map((tab) => ({ name: `container-${tab}`, path: `/containers/${shownContainer}?tab=${tab}` })),
  { name: "charts", path: "/charts" },
  { name: "chart", path: "/charts/{chart}" },
  { name: "chart-builder", path: "/charts/{chart}?edit=yes" },
  { name: "reports", path: "/reports" },
  { name: "widgets", path: "/widgets" },
  { name: "widgets-create", path: "/widgets/create" },
  { name: "events", path: "/events" },
  { name: "commands", path: "/commands" },
  { name: "warnings", path: "/warning/history" },
  { name: "incident", path: "/warning/history?incident={incident}" },
  { name: "warning-rules", path: "/warning/list" },
  { name: "warning-rule", path: "/warning/{rule}" },
  { name: "automations", path: "/automation/list" },
  { name: "automation", path: `/automation/{automation}?container=${automatedContainer}` },
  { name: "tickets", path: "/tickets" },
  { name: "ticket", path: "/tickets/{ticket}" },
  { name: "settings", path: "/settings" },
  { name: "settings-general", path: "/settings/general" },
  { name: "portal-check", path: "/settings/doctor" },
  { name: "kit-sizes", path: "/settings/kit-size" },
  { name: "manage-devices", path: "/settings/manage-devices" },
  { name: "software", path: "/settings/software" },
  { name: "solar-template", path: "/solar/template" },
  { name: "users-list", path: "/users/list" },
  { name: "users-add", path: "/users/add" },
  { name: "user", path: "/users/{person}" },
  { name: "users-role", path: "/users/role?role=user" },
  { name: "users-audit", path: "/users/audit" },
  { name: "users-profile", path: "/users/profile" },
  { name: "inspire", path: "/inspire" },
  { name: "help", path: "/help" },
  { name: "help-page", path: "/help/blackout" },
];

const named = process.argv.slice(2);
const unknown = named.filter((name) => !screens.some((screen) => screen.name === name));
if (unknown.length > 0) {
  console.error(
    `No picture is called ${unknown.join(", ")}. There are: ${screens.map(({ name }) => name).join(", ")}.`,
  );
  process.exit(2);
}
const taken = screens.filter(({ name }) => named.length === 0 || named.includes(name));

const browserPlace = ensureBrowser(console.log);
const dataDir = await mkdtemp(join(tmpdir(), "offgrid-screens-"));
const { demo, url } = await startDemo(dataDir);
const browser = await chromium.launch({
  executablePath: browserPlace.path,
  args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), ...softwareGl],
});
try {
  const session = await signIn(url);
  const shown = await prepare(url, session);
  const titles = await keptTitles();
  for (const language of Object.keys(languages) as Language[]) {
    const found = await takeAll(browser, url, session, shown, language);
    titles[language] = new Map([...titles[language], ...found]);
  }
  await writeFile(join(folder, "README.md"), `${page(titles).trimEnd()}\n`);
  console.log(`${taken.length} screens in ${Object.keys(languages).length} languages are in docs/screens.`);
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

type Call = <Data>(name: string, input?: object) => Promise<Data>;

/** @returns What a call answers of its data. */
function callAs({ token, userId }: Session, address: string): Call {
  return async (name, input = {}) => {
    const answer = await fetch(`${address}/api/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Auth-Token": token, "X-User-Id": userId },
      body: JSON.stringify(input),
    });
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { data: never }).data;
  };
}

/**
 * Creates what a portal in use has: some favourites, clusters, charts and forecasts.
 * @returns the ids of what is shown.
 */
async function prepare(address: string, session: Session): Promise<Record<ShownThing, string>> {
  const call = callAs(session, address);
  const containers = await call<{ id: string }[]>("getSites");
  for (const { id } of containers.slice(0, 3)) await call("favoriteSet", { containerId: id, favorite: true });
  await call("clusterSave", { name: "West Africa", containers: ["agadez", "saint-louis", "tamale"] });
  await call("clusterSave", { name: "Himalaya", containers: ["jumla", "gosaba"] });
  const [chart] = await addCharts(call);
  console.log("Waiting for the forecasts of all containers ...");
  const learning = async () => {
    const rows = await call<{ blackout: { state: string } | null; lastSeen: string | null }[]>("getSitesV2");
    // One that never connected has nothing to be forecast from.
    const connected = rows.filter(({ lastSeen }) => lastSeen !== null);
    return connected.filter(({ blackout }) => blackout === null || blackout.state === "learning").length;
  };
  const limitMs = Date.now() + longestLearningMs;
  while ((await learning()) > 0 && Date.now() < limitMs) await wait(2_000);
  console.log("Waiting for what the demo plays ...");
  const ids = async (): Promise<Record<ShownThing, string | undefined>> => {
    const people = await call<{ id: string; email: string }[]>("userList");
    const automations = await call<{ wanted: { setting: object } | null }[]>("automationList", {
      containerId: automatedContainer,
    });
    const tickets = await call<{ slug: string; status: string }[]>("ticketGetList");
    return {
      "{person}": people.find(({ email }) => email === demoEmail("customer_staff"))?.id,
      "{chart}": chart,
      "{incident}": (await call<{ id: string }[]>("incidentList"))[0]?.id,
      "{rule}": (await call<{ id: string }[]>("getWarningConfiguration"))[0]?.id,
      "{ticket}": tickets.find(({ status }) => status === "Inprogress")?.slug,
      "{automation}": Object.keys(automations[0]?.wanted?.setting ?? {})[0],
    };
  };
  for (;;) {
    const found = Object.entries(await ids());
    if (found.every(([, id]) => id !== undefined)) return Object.fromEntries(found) as Record<ShownThing, string>;
    await wait(2_000);
  }
}

/** @returns their ids. */
async function addCharts(call: Call): Promise<string[]> {
  const of = (...ids: string[]) => ({ kind: "containers", ids });
  const metric = (id: string, name: string, ids: string[], more: object = {}) => ({
    ...{ id, kind: "metric", metric: name, of: of(...ids) },
    ...more,
  });
  const charts = [
    {
      ...{ name: "Agadez, sun and charge", period: "today" },
      series: [
        metric("sun", "solar.power", [shownContainer], { type: "area" }),
        metric("load", "load.power", [shownContainer]),
        metric("soc", "battery.soc", [shownContainer], { axis: "right" }),
      ],
    },
    {
      ...{ name: "Charge in West Africa", period: "7_days" },
      series: [metric("soc", "battery.soc", ["agadez", "saint-louis", "tamale"], { each: true })],
    },
  ];
  const saved: string[] = [];
  for (const definition of charts) {
    saved.push((await call<{ id: string }>("chartSave", { definition: { groupBy: "auto", ...definition } })).id);
  }
  return saved;
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
  shown: Readonly<Record<ShownThing, string>>,
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
  for (const { name, path, isPublic = false } of taken) {
    if (isPublic) await context.clearCookies();
    else {
      const values = Object.entries(session);
      await context.addCookies(values.map(([key, value]) => ({ name: key, value, url: address, sameSite: "Strict" })));
    }
    const place = path.replace(/\{\w+\}/, (thing) => shown[thing as ShownThing]);
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

/** @returns the titles of the screens by their names, as the page has them. */
async function keptTitles(): Promise<Record<Language, Map<string, string>>> {
  const titles = { en: new Map<string, string>(), fr: new Map<string, string>() };
  const text = await readFile(join(folder, "README.md"), "utf8");
  for (const [, title = "", language, name = ""] of text.matchAll(/^!\[(.*)\]\((en|fr)\/(.+)\.png\)$/gm)) {
    titles[language as Language].set(name, title);
  }
  return titles;
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
