/** The chart of a container's day by mouse, keys and fingers, and its exports. */
import { readFile } from "node:fs/promises";

import type { Download, Locator, Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";
import { go } from "./looks.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

test.describe("the chart of a container's day", () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test("is zoomed, moved and reset by mouse, keys and buttons, and moved by its strip", async ({ page, signIn }) => {
    await signIn("daniela");
    const day = await openDay(page);
    const whole = await seen(day);
    expect(whole.toMs - whole.fromMs).toBe(dayMs);

    // A drag over the middle half.
    const box = await plotBox(day);
    await page.mouse.move(box.x + box.width / 4, box.y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y, { steps: 4 });
    await page.mouse.move(box.x + (box.width * 3) / 4, box.y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => lengthOf(day)).toBeLessThan(dayMs);
    const half = await seen(day);
    expect(Math.abs(half.fromMs - whole.fromMs - dayMs / 4)).toBeLessThan(hourMs / 2);
    expect(Math.abs(half.toMs - whole.fromMs - (dayMs * 3) / 4)).toBeLessThan(hourMs / 2);
    // The table follows: one row per quarter hour.
    await expect(rows(day)).toHaveCount(48);

    const picture = day.getByRole("img", { name: "Power and state of charge over time" });
    await picture.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => (await seen(day)).fromMs).toBeGreaterThan(half.fromMs + 2 * hourMs);
    const moved = await lengthOf(day);
    await page.keyboard.press("+");
    await expect.poll(async () => lengthOf(day)).toBeLessThan(moved * 0.9);
    await page.keyboard.press("-");
    await expect.poll(async () => lengthOf(day)).toBeGreaterThan(moved * 0.9);
    await page.keyboard.press("0");
    await expect.poll(async () => seen(day)).toEqual(whole);
    await expect(day.getByRole("button", { name: "Reset zoom" })).toBeDisabled();

    // With Ctrl the wheel zooms around the pointer; otherwise it scrolls the page.
    await page.mouse.move(box.x + box.width / 4, box.y);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -300);
    await page.keyboard.up("Control");
    await expect.poll(async () => lengthOf(day)).toBeLessThan(0.6 * dayMs);
    const near = await seen(day);
    const pointed = whole.fromMs + dayMs / 4;
    expect(Math.abs((pointed - near.fromMs) / (near.toMs - near.fromMs) - 0.25)).toBeLessThan(0.03);
    await day.getByRole("button", { name: "Reset zoom" }).click();
    await expect.poll(async () => seen(day)).toEqual(whole);
    await day.getByRole("button", { name: "Zoom in" }).click();
    await expect.poll(async () => lengthOf(day)).toBeLessThan(dayMs);
    await page.mouse.dblclick(box.x + box.width / 2, box.y);
    await expect.poll(async () => seen(day)).toEqual(whole);
    await test.step("it is moved by its strip, with the mouse and with keys alone", () => moveByStrip(page, day));
  });

  test("keeps its zoom in the address, asks for single readings there, and Back undoes it", async ({
    page,
    signIn,
  }) => {
    await signIn("daniela");
    const day = await openDay(page);
    const whole = await seen(day);
    const address = page.url();
    const readings = page.waitForRequest(
      (request) => request.url().endsWith("/getChartData") && (request.postData() ?? "").includes('"groupBy":"raw"'),
    );
    const picture = day.getByRole("img", { name: "Power and state of charge over time" });
    await picture.focus();
    for (let step = 0; step < 4; step++) await page.keyboard.press("+");
    await expect(page).toHaveURL(/[?&]zoom=\d+-\d+/);
    const near = await seen(day);
    expect(near.toMs - near.fromMs).toBeLessThan(6 * hourMs);
    const { from, to } = (await readings).postDataJSON() as { from: number; to: number };
    expect([from <= near.fromMs, to >= near.toMs]).toEqual([true, true]);

    await page.reload();
    await expect(ends(day)[0]).toBeVisible();
    await expect.poll(async () => seen(day)).toEqual(near);
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect.poll(async () => seen(day)).toEqual(whole);
  });

  test("is exported as a picture in its theme and as a file of its values, and its address is copied", async ({
    page,
    signIn,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signIn("daniela");
    const day = await openDay(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
      const download = await take(page, day, "PNG");
      expect(download.suggestedFilename()).toMatch(
        /^lodwar.*-power-and-state-of-charge-over-time_\d{4}-\d\d-\d\d\.png$/,
      );
      const picture = await readPicture(page, await readFile(await download.path()));
      const plot = await plotBox(day);
      expect(picture.width).toBeGreaterThan(plot.width);
      // Title, legend and footer stand above and below the drawing.
      expect(picture.height).toBeGreaterThan(440);
      expect(picture.corner).toBe(colorScheme === "light" ? "255,255,255" : "27,35,31");
      expect(picture.ofSolar).toBeGreaterThan(300);
    }

    const whole = await seen(day);
    const file = await take(page, day, "CSV");
    expect(file.suggestedFilename()).toMatch(/^lodwar.*-power-and-state-of-charge-over-time_\d{4}-\d\d-\d\d\.csv$/);
    const [values = "", said] = (await readFile(await file.path(), "utf8")).split("\r\n\r\n");
    const [head, ...lines] = values.split("\r\n");
    const powers = 'Solar (W),Consumption (W),State of charge (%),"Battery power, + charging (W)"';
    expect(head).toBe(`\uFEFFTimeStamp,Datetime,${powers}`);
    expect(lines).toHaveLength(96);
    const cells = lines.map((line) => line.split(","));
    expect(Number(cells[0]![0])).toBe(whole.fromMs);
    expect(cells[0]![1]).toMatch(/^\d\d\/\d\d\/\d{4} 00:00:00$/);
    expect(Math.max(...cells.map((cell) => Number(cell[2])))).toBeGreaterThan(0);
    expect(said?.split("\r\n")).toEqual([
      expect.stringMatching(/^Range,/),
      "Time zone,Africa/Nairobi",
      "A row per,quarter hour",
      ...["Solar", "Consumption", "State of charge", String.raw`Battery power, \+ charging`].map(
        (title) => expect.stringMatching(new RegExp(`^"?${title}: measured"?,"?[\\d.]+\u00a0%$`)) as unknown,
      ),
      "",
    ]);

    // While a part of the day is shown, only that part.
    await day.getByRole("button", { name: "Zoom in" }).click();
    await expect.poll(async () => lengthOf(day)).toBeLessThan(dayMs);
    const part = await seen(day);
    const partFile = await take(page, day, "CSV");
    const times = ((await readFile(await partFile.path(), "utf8")).split("\r\n\r\n")[0] ?? "")
      .split("\r\n")
      .slice(1)
      .map(Number.parseFloat);
    expect(times.length).toBeLessThan(96);
    expect(times.every((at) => at >= part.fromMs && at < part.toMs)).toBe(true);

    await day.getByRole("button", { name: "Export", exact: true }).click();
    await page.getByRole("menuitem", { name: "Copy link to this page" }).click();
    await expect(day.getByText("Link copied")).toBeVisible();
    expect(await coveredBy(day.getByText("Link copied"))).toEqual([]);
    await expect(page).toHaveURL(/[?&]zoom=\d+-\d+/);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  });
});

test.describe("the charts of other screens", () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  const screens = [
    { name: "weather", address: "/containers/lodwar?tab=weather", picture: /^Solar power/, steps: 4, groupBy: "15m" },
    {
      name: "batteries",
      address: "/containers/lodwar?tab=batteries",
      picture: /^Temperature/,
      steps: 3,
      groupBy: "15m",
    },
    { name: "devices", address: "/containers/lodwar?tab=devices", picture: /power$/, steps: 4, groupBy: "raw" },
    {
      name: "compare",
      address: "/containers/compare?ids=lodwar,agadez",
      picture: "State of charge",
      steps: 4,
      groupBy: "15m",
    },
  ] as const;
  test("their zoom is in the address, and finer data comes for it", async ({ page, signIn }) => {
    await signIn("daniela");
    await page.goto("/help");
    for (const { name, address, picture: title, steps, groupBy } of screens) {
      await go(page, address);
      if (name === "devices") await page.getByRole("article").first().getByRole("button").click();
      const picture = page.getByRole("img", { name: title }).last();
      const chart = page.getByRole("region").filter({ has: picture }).last();
      await expect(ends(chart)[0]).toBeVisible();
      const whole = await seen(chart);
      const finer = page.waitForRequest(
        (request) =>
          request.url().endsWith("/getChartData") && (request.postData() ?? "").includes(`"groupBy":"${groupBy}"`),
      );
      await picture.focus();
      for (let step = 0; step < steps; step++) await page.keyboard.press("+");
      await expect(page).toHaveURL(/[?&]zoom=\d+-\d+/);
      const near = await seen(chart);
      const { from, to } = (await finer).postDataJSON() as { from: number; to: number };
      expect([from <= near.fromMs, to >= near.toMs]).toEqual([true, true]);
      expect(near.toMs - near.fromMs).toBeLessThan((whole.toMs - whole.fromMs) / 3);
      await page.reload();
      await expect(ends(chart)[0]).toBeVisible();
      await expect.poll(async () => seen(chart)).toEqual(near);
    }
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 400, height: 800 }, hasTouch: true, isMobile: true });

  test("two fingers zoom the chart of a day, one moves it", async ({ page, signIn }) => {
    await signIn("daniela");
    const day = await openDay(page);
    const whole = await seen(day);
    const box = await plotBox(day);
    const touch = await fingers(page, box);

    await touch.swipe([0.4, 0.6], [0.2, 0.8]);
    await expect.poll(async () => lengthOf(day)).toBeLessThan(0.5 * dayMs);
    const near = await seen(day);
    // The same instants are still under the fingers.
    const length = near.toMs - near.fromMs;
    expect(Math.abs(near.fromMs + 0.2 * length - (whole.fromMs + 0.4 * dayMs))).toBeLessThan(hourMs / 2);
    expect(Math.abs(near.fromMs + 0.8 * length - (whole.fromMs + 0.6 * dayMs))).toBeLessThan(hourMs / 2);

    await touch.swipe([0.7], [0.3]);
    await expect.poll(async () => (await seen(day)).fromMs).toBeGreaterThan(near.fromMs + 0.3 * length);
    expect(await lengthOf(day)).toBeCloseTo(length, -3);

    await touch.swipe([0.1, 0.9], [0.45, 0.55]);
    await expect.poll(async () => seen(day)).toEqual(whole);
  });
});

/** The whole day before today, which has all its quarter hours. */
async function openDay(page: Page): Promise<Locator> {
  const date = new Intl.DateTimeFormat("sv", { timeZone: "Africa/Nairobi" }).format(Date.now() - dayMs);
  await page.goto(`/containers/lodwar?day=${date}`);
  const day = page.getByRole("region", { name: "Power and state of charge", exact: true });
  await expect(rows(day)).toHaveCount(96);
  await expect(ends(day)[0]).toBeVisible();
  return day;
}

async function moveByStrip(page: Page, day: Locator): Promise<void> {
  const whole = await seen(day);
  const [from, shown, to] = ends(day);
  await from.focus();
  await page.keyboard.press("PageUp");
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await seen(day)).fromMs).toBe(whole.fromMs + dayMs / 12 + dayMs / 96);
  expect((await seen(day)).toMs).toBe(whole.toMs);
  await expect(from).toHaveAttribute("aria-valuetext", /2:15\sam$/);
  await to.focus();
  await page.keyboard.press("PageDown");
  await expect.poll(async () => (await seen(day)).toMs).toBe(whole.toMs - dayMs / 12);
  await shown.focus();
  const length = await lengthOf(day);
  await page.keyboard.press("Home");
  await expect.poll(async () => seen(day)).toEqual({ fromMs: whole.fromMs, toMs: whole.fromMs + length });

  const strip = (await day.getByRole("group", { name: "The whole period" }).boundingBox())!;
  const y = strip.y + strip.height / 2;
  await page.mouse.move(strip.x + strip.width / 4, y);
  await page.mouse.down();
  await page.mouse.move(strip.x + strip.width, y, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => seen(day)).toEqual({ fromMs: whole.toMs - length, toMs: whole.toMs });
}

function rows(day: Locator): Locator {
  return day.getByRole("rowheader");
}

function ends(day: Locator): [Locator, Locator, Locator] {
  return [
    day.getByRole("slider", { name: "Start of the part shown", exact: true }),
    day.getByRole("slider", { name: "Part shown", exact: true }),
    day.getByRole("slider", { name: "End of the part shown", exact: true }),
  ];
}

/** The range that the chart shows, epoch milliseconds. */
async function seen(day: Locator): Promise<{ fromMs: number; toMs: number }> {
  const [from, , to] = ends(day);
  const read = async (end: Locator) => Number(await end.getAttribute("aria-valuenow"));
  return { fromMs: await read(from), toMs: await read(to) };
}

async function lengthOf(day: Locator): Promise<number> {
  const { fromMs, toMs } = await seen(day);
  return toMs - fromMs;
}

/** The left and right ends of the lines, and a height in their middle. The strip below is equally wide. */
async function plotBox(day: Locator): Promise<{ x: number; y: number; width: number }> {
  const picture = day.getByRole("img", { name: "Power and state of charge over time" });
  await picture.scrollIntoViewIfNeeded();
  const strip = (await day.getByRole("group", { name: "The whole period" }).boundingBox())!;
  const whole = (await picture.boundingBox())!;
  return { x: strip.x, width: strip.width, y: whole.y + whole.height / 3 };
}

async function take(page: Page, day: Locator, what: string): Promise<Download> {
  await day.getByRole("button", { name: "Export", exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: what, exact: true }).click(),
  ]);
  return download;
}

/** Size of a picture, the colour of its corner, and how many of its pixels have the colour of solar power. */
async function readPicture(page: Page, bytes: Buffer) {
  return page.evaluate(async (base64) => {
    const signs = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0)!);
    const bitmap = await createImageBitmap(new Blob([signs], { type: "image/png" }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")!;
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const token = getComputedStyle(document.documentElement).getPropertyValue("--og-solar").trim();
    const wanted = [1, 3, 5].map((at) => Number.parseInt(token.slice(at, at + 2), 16));
    let ofSolar = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (wanted.every((value, channel) => Math.abs(data[at + channel]! - value) < 24)) ofSolar++;
    }
    return { width: bitmap.width, height: bitmap.height, corner: [...data.slice(0, 3)].join(","), ofSolar };
  }, bytes.toString("base64"));
}

/** Fingers on the screen, as a touch screen reports them. Positions are shares of the lines' width. */
async function fingers(page: Page, box: { x: number; y: number; width: number }) {
  const client = await page.context().newCDPSession(page);
  const steps = 8;
  return {
    swipe: async (from: readonly number[], to: readonly number[]) => {
      const at = (done: number) =>
        from.map((share, id) => ({ id, x: box.x + (share + (to[id]! - share) * done) * box.width, y: box.y + id }));
      await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
      for (let step = 1; step <= steps; step++) {
        await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(step / steps) });
      }
      await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    },
  };
}

/** Names of what could be pressed on the page and lies under a note, such as the arrows from one day to the next. */
function coveredBy(note: Locator): Promise<(string | null)[]> {
  return note.evaluate((shown) => {
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    return [...document.querySelectorAll("main button, main a, main input")]
      .filter((other) => !other.contains(shown))
      .filter((other) => {
        const box = other.getBoundingClientRect();
        return box.width > 0 && box.left < right && box.right > left && box.top < bottom && box.bottom > top;
      })
      .map((other) => other.getAttribute("aria-label") ?? other.textContent);
  });
}
