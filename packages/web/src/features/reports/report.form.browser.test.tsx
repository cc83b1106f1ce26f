import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { callQuery } from "../../core/api/use-call.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { answerCalls } from "../../testing/answer-calls.ts";
import { fakeDefinition } from "../charts/saved-chart.fake.ts";
import { type Look, looks, readText, render, say } from "../../testing/render.tsx";
import { newDraft } from "./report-draft.ts";
import { ReportForm } from "./report.form.tsx";

beforeEach(() => loadTexts("reports", "container-facts", "ui"));
afterEach(() => vi.restoreAllMocks());

const definition = fakeDefinition({ name: "Sun and use" });

async function show(look?: Look, others: readonly string[] = []) {
  const reports = others.map((name) => ({ id: name, plan: { name } }));
  const { inputs } = answerCalls({ reportList: () => ({ data: reports as never }) });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const know = (name: "getSitesV2" | "chartList" | "reportList", data: unknown[]) =>
    client.setQueryData(callQuery(name, {}).queryKey, { status: "ok", total: data.length, data } as never);
  know("getSitesV2", [{ containerId: "gao", name: "Gao clinic" }]);
  know("chartList", [{ id: "c", definition }]);
  know("reportList", reports);
  const initial = newDraft({ zone: "UTC", language: "en", ownId: "amina" });
  await render(
    () => (
      <QueryClientProvider client={client}>
        <ReportForm initial={initial} onClose={() => {}} />
      </QueryClientProvider>
    ),
    look,
  );
  return { inputs };
}

const nameField = () => page.getByRole("textbox", { name: say("reports:form.name"), exact: true });
const field = (key: string) => page.getByRole("combobox", { name: say(`reports:form.${key}`), exact: true });

async function choose(key: string, option: string) {
  await field(key).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

test.for(looks.slice(0, 2))("a new report is called as what it is about, in $language", async (look) => {
  await show(look);
  await expect.element(nameField()).toHaveValue(say("reports:kind.fleet_week"));
  await field("kind").selectOptions("container_month");
  await expect.element(nameField()).toHaveValue(say("reports:kind.container_month"));
  await choose("container", "Gao clinic");
  await expect.element(nameField()).toHaveValue("Gao clinic");
  await field("kind").selectOptions("chart");
  await choose("chart", "Sun and use");
  await expect.element(nameField()).toHaveValue("Sun and use");
});

test.for(looks.slice(0, 2))(
  "a name that another report has is numbered, or refused where it was typed, in $language",
  async (look) => {
    const { inputs } = await show(look, ["Fleet week", "Semaine du parc"]);
    await expect.element(nameField()).toHaveValue(`${say("reports:kind.fleet_week")} 2`);
    await nameField().fill(say("reports:kind.fleet_week"));
    await page.getByRole("button", { name: say("reports:form.save") }).click();
    await expect.element(nameField()).toHaveFocus();
    await expect.element(nameField()).toHaveAccessibleDescription(readText("reports:fault.taken"));
    expect(inputs("reportSave")).toEqual([]);
  },
);

test("a name that somebody typed stays, and is what is saved", async () => {
  const { inputs } = await show();
  await nameField().fill("For the board");
  await field("kind").selectOptions("container_month");
  await choose("container", "Gao clinic");
  await expect.element(nameField()).toHaveValue("For the board");
  await page.getByRole("button", { name: say("reports:form.save") }).click();
  await expect.poll(() => inputs("reportSave").map(({ plan }) => plan.name)).toEqual(["For the board"]);
});

test.for(looks.slice(0, 2))(
  "who previews or saves a report without its container or chart is taken to that field and told so, in $language",
  async (look) => {
    const { inputs } = await show(look);
    for (const [kind, lacking] of [
      ["container_month", "container"],
      ["chart", "chart"],
    ] as const)
      for (const act of ["preview.act", "form.save"]) {
        await field("kind").selectOptions(kind);
        await page.getByRole("button", { name: say(`reports:${act}`), exact: true }).click();
        await expect.element(field(lacking)).toHaveFocus();
        await expect.element(field(lacking)).toBeInViewport();
        await expect.element(field(lacking)).toHaveAccessibleDescription(readText(`reports:fault.${lacking}`));
      }
    expect([...inputs("reportSave"), ...inputs("reportPreview")]).toEqual([]);
  },
);

test.for(looks.slice(0, 2))(
  "who saves a report without days or people is taken to that field and told so beside it, in $language",
  async (look) => {
    const { inputs } = await show(look);
    const save = page.getByRole("button", { name: say("reports:form.save"), exact: true });
    const days = page.getByRole("group", { name: say("reports:form.days"), exact: true });
    const monday = days.getByRole("button").first();
    await monday.click();
    await save.click();
    await expect.element(monday).toHaveFocus();
    await expect.element(monday).toBeInViewport();
    await expect.element(days).toHaveAccessibleDescription(readText("reports:fault.days"));
    await monday.click();
    const people = page.getByRole("combobox", { name: say("reports:form.people"), exact: true });
    await people.click();
    await userEvent.keyboard("{Backspace}{Escape}");
    await save.click();
    await expect.element(people).toHaveFocus();
    await expect.element(people).toBeInViewport();
    await expect.element(people).toHaveAccessibleDescription(expect.stringContaining(readText("reports:fault.people")));
    expect(inputs("reportSave")).toEqual([]);
  },
);
