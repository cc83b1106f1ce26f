import { type BoardChange, changeBoard, undoOf } from "@offgrid/contract/widgets/change-board";
import type { KeptWidget } from "@offgrid/contract/widgets/widgets.schema";
import { idOf } from "@offgrid/contract/widgets/widget-types";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { callQuery } from "../../core/api/use-call.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, type Look, looks, render, say } from "../../testing/render.tsx";
import { gapPx, rowPx, sizeOf } from "../../domain/widgets/board.tsx";
import { ArrangedBoard } from "./arranged-board.tsx";

const note = (id: string, more: Record<string, unknown> = {}): KeptWidget =>
  ({
    ...{ id, v: 1, type: "text", title: `Note ${id}`, size: { w: 4, h: 2 }, pinned: false, text: `Words of ${id}` },
    ...more,
  }) as KeptWidget;

/** The board as it is now, and what was changed on it. */
let board: KeptWidget[] = [];

function Arranged({ widgets }: { widgets: KeptWidget[] }) {
  const [now, setNow] = useState(widgets);
  const [undone, setUndone] = useState<BoardChange[]>([]);
  useEffect(() => {
    board = now;
  }, [now]);
  const change = (wanted: BoardChange) => {
    setUndone(undoOf(now, wanted));
    setNow(changeBoard(now, wanted));
  };
  return (
    <>
      <ArrangedBoard
        widgets={now}
        now={Date.UTC(2026, 10, 20, 12)}
        onChange={change}
        onRemove={(widget) => change({ remove: [idOf(widget)] })}
      />
      <button type="button" onClick={() => setNow(undone.reduce(changeBoard, now))}>
        {say("shared:action.undo")}
      </button>
    </>
  );
}

async function show(widgets: KeptWidget[], look?: Look): Promise<void> {
  await loadTexts("widgets", "ui");
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(callQuery("getSitesV2", {}).queryKey, { status: "ok", data: [] } as never);
  await render(
    () => (
      <QueryClientProvider client={client}>
        <Arranged widgets={widgets} />
      </QueryClientProvider>
    ),
    look,
  );
}

const tools = (title: string) => page.getByRole("button", { name: say("widgets:tools", { title }), exact: true });
const inMenu = (key: string) => page.getByRole("menuitem", { name: say(`widgets:${key}`), exact: true });
const order = () => board.map(idOf).join(" ");
const sizes = () => board.map((one) => `${sizeOf(one).w}x${sizeOf(one).h}`).join(" ");

test("by keyboard alone a widget is moved, made wider and taller, and keeps the focus", async () => {
  await show([note("a"), note("b"), note("c")]);
  await expect.element(tools("Note a")).toBeVisible();
  (tools("Note a").element() as HTMLElement).focus();
  await userEvent.keyboard("{Alt>}{ArrowRight}{/Alt}");
  await expect.poll(order).toBe("b a c");
  await expect.element(tools("Note a")).toHaveFocus();
  await expect
    .element(page.getByText(say("widgets:moved", { title: "Note a", place: 2, total: 3 })))
    .toBeInTheDocument();
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await expect.poll(order).toBe("b c a");
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}");
  await expect.poll(order).toBe("b a c");
  await userEvent.keyboard("{Alt>}{Shift>}{ArrowRight}{ArrowDown}{/Shift}{/Alt}");
  // The one at its right gives room.
  await expect.poll(sizes).toBe("4x2 5x3 3x2");
  await userEvent.keyboard("{Alt>}{Shift>}{ArrowLeft}{ArrowUp}{/Shift}{/Alt}");
  await expect.poll(sizes).toBe("4x2 4x2 4x2");
});

test("the menu of a widget does all of it without a drag, and a removed one comes back where it was", async () => {
  await show([note("a"), note("b"), note("c")]);
  await tools("Note b").click();
  await inMenu("earlier").click();
  await expect.poll(order).toBe("b a c");
  await expect.element(inMenu("earlier")).toBeDisabled();
  await inMenu("wider").click();
  await inMenu("taller").click();
  await expect.poll(sizes).toBe("5x3 3x2 4x2");
  await inMenu("pin").click();
  await expect.poll(() => board[0]?.["pinned"]).toBe(true);
  await tools("Note a").click();
  await inMenu("remove").click();
  await expect.poll(order).toBe("b c");
  await page.getByRole("button", { name: say("shared:action.undo") }).click();
  await expect.poll(order).toBe("b a c");
});

test("a widget is dragged by its handle onto another, and its corner is pulled to another size", async () => {
  await show([note("a"), note("b"), note("c")]);
  await expect.element(page.getByText("Words of c")).toBeVisible();
  const box = (id: string) => document.querySelector(`[data-widget="${id}"]`)!;
  await userEvent.dragAndDrop(box("c").querySelector("[draggable]")!, box("a"));
  await expect.poll(order).toBe("c a b");
  await expect
    .element(page.getByText(say("widgets:moved", { title: "Note c", place: 1, total: 3 })))
    .toBeInTheDocument();

  // As a pointer does it: pressed on the corner, moved by two columns and one row, released.
  const corner = box("c").querySelector<HTMLElement>(":scope > [aria-hidden]")!;
  const column = (box("a").closest("ul")!.clientWidth + gapPx) / 12;
  const { x, y } = corner.getBoundingClientRect();
  const at = (type: string, right: number, down: number) =>
    corner.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: x + right, clientY: y + down }),
    );
  corner.setPointerCapture = () => undefined;
  at("pointerdown", 0, 0);
  at("pointermove", 2 * column, rowPx + gapPx);
  // While it is pulled the widget follows, and nothing is changed yet.
  await expect.poll(() => box("c").closest("li")!.style.gridColumn).toContain("span 6");
  expect(sizes()).toBe("4x2 4x2 4x2");
  at("pointerup", 2 * column, rowPx + gapPx);
  await expect.poll(sizes).toBe("6x3 3x2 3x2");
  await expect.element(page.getByText(say("widgets:resized", { title: "Note c", w: 6, h: 3 }))).toBeInTheDocument();
  // A pull that is broken off leaves the size as it was.
  at("pointerdown", 0, 0);
  at("pointermove", 3 * column, 0);
  at("pointercancel", 3 * column, 0);
  await expect.poll(() => box("c").closest("li")!.style.gridColumn).toContain("span 6");
  expect(sizes()).toBe("6x3 3x2 3x2");
});

test("a widget that cannot be shown says so in its place, and one of an unknown type stays as it is", async () => {
  const clock = { id: "clock", v: 9, type: "clock" };
  await show([note("a"), note("b", { text: { broken: true } }), clock]);
  await expect.element(page.getByText("Words of a")).toBeVisible();
  await expect.element(page.getByText(say("widgets:broken"))).toBeVisible();
  await expect.element(page.getByText(say("widgets:unknown.why"))).toBeVisible();
  await tools(say("widgets:unknown.title", { id: "clock" })).click();
  await inMenu("earlier").click();
  await expect.poll(() => board[1]).toEqual(clock);
});

test("a board can be read and arranged in every look", async () => {
  const long = note("a", { title: "Notrufnummern-und-Ansprechpartner ".repeat(2).trim(), size: { w: 3, h: 2 } });
  for (const look of looks) {
    await show([long, note("b", { size: { w: 12, h: 3 } }), note("c")], look);
    await expect.element(page.getByText("Words of c")).toBeVisible();
    await expectFittingWords();
    // What scrolls becomes a stop of the Tab key once its size is known.
    const boxes = () => [...document.querySelectorAll<HTMLElement>(".og-scroll")];
    await expect
      .poll(() => boxes().filter((one) => one.scrollHeight > one.clientHeight + 1 && one.tabIndex !== 0))
      .toEqual([]);
    if (axeLooks.has(look)) await expectAccessible();
  }
});
