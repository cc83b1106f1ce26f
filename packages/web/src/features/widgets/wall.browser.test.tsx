import type { KeptWidget } from "@offgrid/contract/widgets/widgets.schema";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { clear, type Look, looks, readText, render, say as sayOf } from "../../testing/render.tsx";
import { Wall } from "./wall.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`widgets:${key}`, values);
const usual = { v: 1, title: "", size: { w: 4, h: 2 }, pinned: false };
const note = (id: string) => ({ ...usual, id, type: "text", text: `Words of ${id}` }) as KeptWidget;
const figure = {
  ...{ ...usual, id: "sun", type: "kpi", figure: "solarToday" },
  of: { kind: "all" },
} as unknown as KeptWidget;

beforeEach(() => loadTexts("widgets", "ui", "shared", "container-facts"));
afterEach(() => vi.restoreAllMocks());

/** A wall that stays at each widget, before a page with a heading. */
async function show(
  widgets: readonly KeptWidget[],
  screen: [number, number] = [1280, 720],
  look?: Look,
  answers: Record<string, unknown> = {},
  /** What was known of the containers before the portal was lost; absent: it answers. */
  lost?: { data: unknown; updatedAt: number },
) {
  vi.restoreAllMocks();
  vi.spyOn(window, "fetch").mockImplementation(async (url) => {
    if (lost) throw new TypeError("Failed to fetch");
    const name = (url instanceof Request ? url.url : url.toString()).split("/").at(-1) ?? "";
    return Response.json({ status: "ok", total: 0, data: answers[name] ?? [] });
  });
  function Page() {
    const [id, setId] = useState(widgets[0]!.id as string);
    return (
      <>
        <h1 tabIndex={-1}>Behind</h1>
        <Wall widgets={widgets} id={id} seconds={0} onShow={setId} onEnd={() => {}} />
      </>
    );
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  if (lost) client.setQueryData(["getSitesV2", {}], lost.data, { updatedAt: lost.updatedAt });
  await render(
    () => (
      <QueryClientProvider client={client}>
        <Page />
      </QueryClientProvider>
    ),
    look,
  );
  await page.viewport(...screen);
}
const wall = () => page.getByRole("dialog", { name: say("wall.title") });

test("the arrow keys go on and back as often as they are pressed, wherever the focus is", async () => {
  await show(["one", "two", "three"].map(note));
  await expect.element(wall().getByText("Words of one")).toBeVisible();
  for (const [key, shown] of [
    ["ArrowRight", "two"],
    ["ArrowRight", "three"],
    ["ArrowLeft", "two"],
    ["ArrowLeft", "one"],
    ["ArrowLeft", "three"],
  ] as const) {
    (document.activeElement as HTMLElement | null)?.blur();
    await userEvent.keyboard(`{${key}}`);
    await expect.element(wall().getByText(`Words of ${shown}`)).toBeVisible();
  }
});

test.each([
  [1280, 720],
  [1920, 1080],
])(
  "on a screen of %d by %d px a figure stands in its middle, and words are read from across a room",
  async (width, height) => {
    await show([figure], [width, height]);
    const number = wall().getByText("—", { exact: true });
    await expect.element(number).toBeVisible();
    const box = () => number.element().getBoundingClientRect();
    await expect.poll(() => box().height).toBeGreaterThan(height * 0.2);
    expect((box().left + box().right) / 2).toBeLessThan(width * 0.75);
    expect((box().left + box().right) / 2).toBeGreaterThan(width * 0.25);
    expect((box().top + box().bottom) / 2).toBeLessThan(height * 0.65);
    expect((box().top + box().bottom) / 2).toBeGreaterThan(height * 0.35);
    const words = wall().getByText(say("kpi.sinceMidnight"), { exact: false });
    // A line of words, of a height of the screen.
    await expect.poll(() => words.element().getBoundingClientRect().height).toBeGreaterThan(height / 40);
  },
);

/** What keeps a screen on, in place of the browser's own. */
function standInLock(answer: () => Promise<unknown>) {
  const request = vi.fn<() => Promise<unknown>>(answer);
  Object.defineProperty(navigator, "wakeLock", { configurable: true, value: { request } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "wakeLock"));
  return request;
}
class Lock extends EventTarget {
  release = vi.fn<() => Promise<void>>(async () => {
    this.dispatchEvent(new Event("release"));
  });
}

test("a wall keeps the screen on, says so, and lets it go again when it ends", async () => {
  const lock = new Lock();
  standInLock(async () => lock);
  await show([note("one")]);
  await expect.element(wall().getByText(say("wall.awake"))).toBeVisible();
  expect(lock.release).not.toHaveBeenCalled();
  clear();
  await expect.poll(() => lock.release.mock.calls.length).toBe(1);
});

test("what the browser takes back is said, and asked for again when the page is seen again", async () => {
  const locks: Lock[] = [];
  const request = standInLock(async () => {
    locks.push(new Lock());
    return locks.at(-1);
  });
  await show([note("one")]);
  await expect.element(wall().getByText(say("wall.awake"))).toBeVisible();
  const askedBefore = request.mock.calls.length;
  locks.at(-1)!.dispatchEvent(new Event("release"));
  await expect.element(wall().getByText(say("wall.asleep"))).toBeVisible();
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.element(wall().getByText(say("wall.awake"))).toBeVisible();
  expect(request.mock.calls.length).toBe(askedBefore + 1);
});

test.for(looks.slice(0, 2))(
  "a browser that does not keep the screen on says what to do instead, in $language",
  async (look) => {
    for (const answer of [() => Promise.reject(new DOMException("No", "NotAllowedError")), undefined]) {
      if (answer) standInLock(answer);
      else Object.defineProperty(navigator, "wakeLock", { configurable: true, value: undefined });
      onTestFinished(() => void Reflect.deleteProperty(navigator, "wakeLock"));
      await show([note("one"), note("two")], [look.width, 900], look);
      await expect.element(wall().getByText(readText("widgets:wall.asleep"))).toBeVisible();
      await expectFittingWords();
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(look.width);
    }
  },
);

test("the values at a pointer that was left on a chart go away, and come again with it", async () => {
  await Promise.all([loadTexts("chart", "drawing"), timeReady()]);
  const t = Array.from({ length: 24 }, (_, hour) => Date.UTC(2026, 10, 20, hour));
  const line = { id: "s1", series: "s1", title: "Sun", unit: "W", values: t.map((_, hour) => hour), coverage: 1 };
  const drawn = {
    ...{ t, from: t[0], to: t.at(-1), zone: "UTC", groupBy: "hour", tier: "rollups", isOpen: false, faults: [] },
    ...{
      compared: null,
      containers: [],
      lines: ["s1", "s2", "s3"].map((id) => ({ ...line, id, series: id, ghost: null })),
    },
  };
  const chart = { ...usual, id: "c", type: "chart", chart: { kind: "template", template: "power", container: "gao" } };
  await show([chart as unknown as KeptWidget], [1280, 720], undefined, { chartDraw: drawn });
  const drawing = wall().getByRole("img").first();
  const values = page.getByRole("tooltip", { includeHidden: true });
  await expect.poll(() => document.querySelector("canvas")).not.toBeNull();
  const shown = async () => values.elements().length;
  // Whoever started it left the pointer there: nobody points with it.
  window.dispatchEvent(new PointerEvent("pointermove", { clientX: 300, clientY: 200 }));
  window.dispatchEvent(new PointerEvent("pointermove", { clientX: 300, clientY: 200 }));
  await expect.poll(() => getComputedStyle(document.querySelector("canvas")!).pointerEvents).toBe("none");
  for (const x of [300, 420]) {
    await expect
      .poll(async () => {
        for (const y of [100, 120]) await userEvent.hover(drawing, { position: { x, y }, force: true });
        return shown();
      })
      .toBe(1);
    await expect.poll(shown, { timeout: 20_000 }).toBe(0);
  }
});

test("what can be clicked is seen as long as somebody stands before the wall, and again with a key; time and place stay", async () => {
  await show(["one", "two"].map(note));
  const seen = (name: string) => {
    const button = wall()
      .getByRole("button", { name: say(name) })
      .element();
    let opacity = 1;
    for (let at: Element | null = button; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    return opacity;
  };
  await expect.element(wall().getByText("Words of one")).toBeVisible();
  await expect.poll(() => seen("wall.end")).toBe(1);
  await expect.poll(() => seen("wall.end"), { timeout: 20_000 }).toBe(0);
  expect(seen("wall.next")).toBe(0);
  await expect.element(wall().getByText(say("wall.place", { place: 1, total: 2 }))).toBeVisible();
  await expect.element(wall().getByRole("time")).toHaveTextContent(/\d:\d\d/);
  await userEvent.keyboard("{Shift}");
  await expect.poll(() => seen("wall.end")).toBe(1);
});

test.for(looks.slice(0, 2))(
  "a wall to which nothing comes any more says so, with the age, in letters for the whole room, in $language",
  async (look) => {
    await timeReady();
    const minutes = 7;
    const known = Date.now() - minutes * 60_000;
    await show([note("one")], [look.width, 720], look, {}, { data: { total: 0, data: [] }, updatedAt: known });
    const alarm = wall().getByRole("alert");
    await expect.element(alarm).toHaveTextContent(readText("widgets:wall.silent"));
    const age = wall().getByText(new RegExp(String.raw`${minutes}\smin`));
    await expect.element(age).toBeVisible();
    expect(age.elements()).toHaveLength(1);
    const { height } = age.element().getBoundingClientRect();
    expect(height).toBeGreaterThanOrEqual(24);
    await expectFittingWords();
    await expectAccessible();
  },
);
