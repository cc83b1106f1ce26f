import type { KeptWidget } from "@offgrid/contract/widgets/widgets.schema";
import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { queryClient } from "../../core/api/query-client.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { Notifications } from "@mantine/notifications";
import { render, say as sayOf } from "../../testing/render.tsx";
import { RoleBoard } from "./role-board.tsx";

const say = (key: string) => sayOf(`widgets:${key}`);
const note = (id: string): KeptWidget => ({
  ...{ id, v: 1, type: "text", title: "", size: { w: 4, h: 2 } },
  ...{ pinned: false, text: id },
});

beforeEach(() => loadTexts("widgets", "ui", "shared"));
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

/** A portal with a board of the person's own, and one of their role. @returns the board as the portal has it. */
async function show(starterBoard: "none" | "replaced") {
  let board = [note("own-1"), note("own-2")];
  let state: "none" | "shown" | "replaced" = starterBoard;
  vi.spyOn(window, "fetch").mockImplementation(async (url, init) => {
    const name = (url instanceof Request ? url.url : url.toString()).split("/").at(-1);
    if (name === "widgetsReset") {
      [board, state] = [[note("role-1")], "shown"];
      return Response.json({ status: "ok", data: { widgets: board } });
    }
    if (name === "widgetsChange") {
      const { put = [], remove = [] } = JSON.parse(init?.body as string) as { put?: KeptWidget[]; remove?: string[] };
      [board, state] = [[...board.filter(({ id }) => !remove.includes(id as string)), ...put], "replaced"];
      return Response.json({ status: "ok", data: { widgets: board } });
    }
    if (name === "getUserSetting")
      return Response.json({ status: "ok", userSetting: { widgets: board }, starterBoard: state });
    return Response.json({ status: "ok", total: 0, data: [] });
  });
  await render(() => (
    <QueryClientProvider client={queryClient}>
      <RoleBoard />
      <Notifications />
    </QueryClientProvider>
  ));
  return () => board.map(({ id }) => id);
}
const button = () => page.getByRole("button", { name: say("roleBoard"), exact: true });

test("the board of the role takes the place of one's own once that is confirmed, and is taken back", async () => {
  const board = await show("replaced");
  await button().click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog).toHaveTextContent(say("roleBoardText"));
  expect(board()).toEqual(["own-1", "own-2"]);
  await dialog.getByRole("button", { name: say("roleBoard"), exact: true }).click();
  await expect.element(page.getByText(say("roleBoardShown"))).toBeVisible();
  expect(board()).toEqual(["role-1"]);
  // There is nothing to go back to any more.
  await expect.element(button()).not.toBeInTheDocument();
  await page.getByRole("button", { name: sayOf("shared:action.undo"), exact: true }).click();
  await expect.poll(board).toEqual(["own-1", "own-2"]);
  await expect.element(button()).toBeVisible();
});

test("where the role has no board, none is offered", async () => {
  await show("none");
  await expect.poll(() => queryClient.getQueryData(["getUserSetting", {}])).toBeDefined();
  await expect.element(button()).not.toBeInTheDocument();
});
