import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, type Look, looks, readText, render, say } from "../../testing/render.tsx";
import { ReportPreview } from "./report-preview.tsx";
import type { Preview, ReportPlan } from "./reports.data.ts";

const plan: ReportPlan = {
  ...{ name: "Fleet week", subject: { kind: "fleet_week" }, language: "en", files: ["pdf"], condition: "data" },
  schedule: { time: "07:00", zone: "UTC", repeat: { kind: "day" } },
};
const english: Preview["letter"] = {
  ...{ subject: "Week: 1 Jun to 7 Jun", hello: "Hello Amina,", name: "My week", notes: [] },
  ...{ days: "1 Jun 2026 to 7 Jun 2026", about: ["3 sites"], query: "Energy by local day." },
  figures: [{ label: "Energy of the sun", value: "168 kWh", note: "100 % covered" }],
  tables: [
    {
      title: "Site by site",
      heads: ["Site", "Energy of the sun", "Energy used", "Covered", "Dark for", "Alarms"],
      rows: [["Centre de santé de Tombouctou", "168 kWh", "84.0 kWh", "100 %", "0 h", "2"]],
    },
  ],
  open: { label: "See it there", link: "https://portal.example.org/" },
  ...{ why: "The portal sends you this.", stop: "Send me no more of it" },
};
const french: Preview["letter"] = {
  ...{ subject: "Semaine\u00a0: du 1er juin au 7 juin", hello: "Bonjour Amina,", name: "Ma semaine", notes: [] },
  ...{ days: "du 1er juin 2026 au 7 juin 2026", about: ["3 sites"], query: "Énergie par jour local." },
  figures: [{ label: "Énergie du soleil", value: "168\u00a0kWh", note: "couvert à 100\u00a0%" }],
  tables: [
    {
      title: "Site par site",
      heads: ["Site", "Énergie du soleil", "Énergie utilisée", "Couvert", "Sans courant", "Alarmes"],
      rows: [["Centre de santé de Tombouctou", "168\u00a0kWh", "84,0\u00a0kWh", "100\u00a0%", "0\u00a0h", "2"]],
    },
  ],
  open: { label: "Le voir là-bas", link: "https://portal.example.org/fr/" },
  ...{ why: "Le portail vous envoie ceci.", stop: "Ne plus rien m’envoyer de cela" },
};
const letters = { en: english, fr: french };
/** How texts are read: to them all spaces are one. */
const read = (text: string) => text.replaceAll(/\s+/g, " ");
const preview = { letter: english, files: ["pdf", "xlsx"], skip: null } satisfies Preview;
const refused = (code: string, status: number) =>
  Response.json({ status: "error", code, message: "-", requestId: "r-1" }, { status });

beforeEach(() => loadTexts("reports", "ui", "shared"));
afterEach(() => vi.restoreAllMocks());

async function show(answers: Preview | Response | Promise<Response>, look?: Look) {
  const asked: [name: string | undefined, input: unknown][] = [];
  const saved: string[] = [];
  let isClosed = false;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function noted(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  vi.spyOn(window, "fetch").mockImplementation(async (url, init) => {
    const name = (url instanceof Request ? url.url : url.toString()).split("/").at(-1);
    asked.push([name, JSON.parse(init?.body as string)]);
    if (name === "reportPreviewFile")
      return new Response("x", { headers: { "Content-Disposition": 'attachment; filename="week.pdf"' } });
    if (answers instanceof Response) return answers.clone();
    return answers instanceof Promise ? answers : Response.json({ status: "ok", data: answers });
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await render(
    () => (
      <QueryClientProvider client={client}>
        <ReportPreview
          plan={{ ...plan, language: look?.language ?? "en" }}
          back={say("reports:preview.back")}
          onClose={() => (isClosed = true)}
        />
      </QueryClientProvider>
    ),
    look,
  );
  return { asked, saved, isClosed: () => isClosed };
}
const mail = () => page.getByRole("region", { name: say("reports:preview.mail"), exact: true });

/** Columns, or where these have no room each cell under what it is of. */
async function expectTable({ width }: Required<Look>, { title, heads }: Preview["letter"]["tables"][number]) {
  const last = read(heads.at(-1) ?? "");
  if (width > 500) return expect.element(mail().getByRole("columnheader", { name: last })).toBeInTheDocument();
  const list = mail().getByRole("list", { name: title });
  await expect.element(list.getByRole("term").getByText(last, { exact: true })).toBeVisible();
  await expect.element(list.getByRole("definition").last()).toHaveTextContent("2");
}

test.for(looks)("the mail is read as it will arrive, in its own language, at $width px in $language", async (look) => {
  const letter = letters[look.language];
  const { subject, hello, about, query, stop, figures, tables, open } = letter;
  await show({ ...preview, letter }, look);
  await expect.element(mail().getByText(read(subject))).toHaveAttribute("lang", look.language);
  for (const text of [hello, ...about, query, stop]) await expect.element(mail().getByText(text ?? "")).toBeVisible();
  const [figure] = figures;
  const row = read(`${figure?.label} ${figure?.note} ${figure?.value}`);
  await expect.element(mail().getByRole("row", { name: row })).toBeVisible();
  await expectTable(look, tables[0]!);
  await expect.element(mail().getByRole("link", { name: open.label })).toHaveAttribute("href", open.link);
  // The page is as wide as its window, also where the table is wider.
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(look.width);
  await expectFittingWords();
  if (axeLooks.has(look)) await expectAccessible();
});

test("its files are opened from there, and nothing else is asked of the portal", async () => {
  const { asked, saved, isClosed } = await show(preview);
  await page.getByRole("button", { name: "PDF", exact: true }).click();
  await expect.poll(() => saved).toEqual(["week.pdf"]);
  expect(asked).toEqual([
    ["reportPreview", { plan }],
    ["reportPreviewFile", { plan, format: "pdf" }],
  ]);
  await page.getByRole("button", { name: say("reports:preview.back") }).click();
  expect(isClosed()).toBe(true);
});

test.for(looks.slice(0, 2))(
  "it says why it would not be sent, and that no files go with it, in $language",
  async (look) => {
    const letter = { ...letters[look.language], notes: ["…"] };
    await show({ ...preview, files: [], skip: "condition", letter }, look);
    await expect.element(page.getByRole("status").getByText(say("reports:preview.unmet.data"))).toBeVisible();
    await expect.element(page.getByText(readText("reports:preview.noFiles"))).toBeVisible();
    await expect.element(mail().getByText("…")).toBeVisible();
    await expectAccessible();
    await show({ ...preview, skip: "no_address" }, look);
    await expect.element(page.getByText(say("reports:preview.no_address"))).toBeVisible();
  },
);

test("while it is made it says so, and what cannot be made is said with a way to try again", async () => {
  let give: (answer: Response) => void = () => {};
  await show(new Promise<Response>((resolve) => (give = resolve)));
  await expect.element(page.getByText(say("ui:async.loading"))).toBeInTheDocument();
  await expect.element(page.getByText(say("reports:preview.making"))).toBeVisible();
  give(refused("internal", 500));
  await expect.element(page.getByRole("alert").getByText(say("ui:async.failed"))).toBeVisible();
  const { asked } = await show(refused("internal", 500));
  await page.getByRole("button", { name: say("ui:async.retry") }).click();
  await expect.poll(() => asked.length).toBe(2);
  await show(refused("not_found", 404));
  await expect.element(page.getByRole("alert").getByText(say("reports:notTested.not_found"))).toBeVisible();
});
