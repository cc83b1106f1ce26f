/** The fleet at a glance, and the ways that lead from it to single containers. */
import { expect, test } from "./fixtures.ts";
import { quietContainer } from "./stage/stage.types.ts";

interface Site {
  containerId: string;
  name: string;
  status: string;
}

const words: Record<string, string> = { online: "Online", just_offline: "Just offline", offline: "Offline" };

test.use({ viewport: { width: 1280, height: 800 } });

test("a count of the fleet strip leads to the containers in that state", async ({ page, signIn, stage }) => {
  await signIn("daniela");
  const { data } = (await stage.call("daniela", "getSitesV2")) as { data: Site[] };
  const quiet = data.find(({ containerId }) => containerId === quietContainer);
  const status = quiet?.status ?? "";
  expect(status).not.toBe("online");

  await page.goto("/");
  await expect(page.getByRole("main").getByText(`${data.length} containers`).first()).toBeVisible();
  const strip = page.getByRole("navigation", { name: "Containers by state" });
  const count = strip.getByRole("link", { name: new RegExp(`^\\d+\\s*${words[status]}$`) });
  await expect(count).toHaveText(/[1-9]/);
  await count.click();

  await expect(page).toHaveURL(new RegExp(`/containers\\?status=${status}$`));
  const list = page.getByRole("table", { name: "Containers" });
  await expect(list.getByRole("link", { name: quiet?.name ?? "" })).toBeVisible();
  await expect(list.getByRole("link", { name: nameOf(data, "lodwar") })).toHaveCount(0);
  await page.getByRole("group", { name: "Filter by state" }).getByRole("button", { name: /^All/ }).click();
  await expect(list.getByRole("link", { name: nameOf(data, "lodwar") })).toBeVisible();
});

test("the dashboard adds up the energy of today and shows generation against consumption", async ({ page, signIn }) => {
  await signIn("daniela");
  await page.goto("/");
  for (const name of ["Solar today", "Consumption today"]) {
    await expect(page.getByRole("region", { name, exact: true })).toContainText(/\d[\d.,]*\s*[km]?Wh/i);
  }
  const balance = page.getByRole("region", { name: "Generation and consumption" });
  await balance.getByText("7 days", { exact: true }).click();
  await expect(page).toHaveURL(/period=7_days/);
  await balance.getByRole("button", { name: "Show as table" }).click();
  const rows = balance.getByRole("table", { name: "Energy by time" }).getByRole("row");
  // The days for which there is history, and the words above their bars.
  await expect(rows.filter({ hasText: /Wh.*Wh/ }).nth(1)).toBeVisible();
});

test("what needs someone is listed with its reason, and leads to the container", async ({ page, signIn }) => {
  await signIn("daniela");
  await page.goto("/");
  const needs = page.getByRole("region", { name: "Needs attention" });
  await needs.getByRole("link", { name: "Fogo", exact: false }).click();
  await expect(page).toHaveURL(new RegExp(`/containers/${quietContainer}$`));
  await expect(page.getByText(/^Last known values, from/)).toBeVisible();
});

test("a person with a single container lands on it and sees no other", async ({ page, signIn, stage, watch }) => {
  watch.allow(/status of 404/);
  await signIn("fatou");
  await page.goto("/");
  await expect(page).toHaveURL(/\/containers\/lodwar$/);
  const name = stage.containers.find(({ containerId }) => containerId === "lodwar")?.name ?? "";
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.goto("/containers/agadez");
  await expect(page.getByText("This page could not be found")).toBeVisible();
});

function nameOf(sites: readonly Site[], containerId: string): string {
  return sites.find((site) => site.containerId === containerId)?.name ?? containerId;
}
