import { expect, test } from "vitest";

import { render } from "../testing/render.tsx";
import { useRowWindow } from "./use-row-window.ts";

/** Rows of two heights, none of them as high as expected, below something else. */
const heightOf = (place: number) => (place % 3 === 0 ? 70 : 40);
const heightsUpTo = (end: number) =>
  Array.from({ length: end }, (_, place) => heightOf(place)).reduce((a, b) => a + b, 0);

function List({ count }: { count: number }) {
  const { frameRef, first, last, abovePx, belowPx } = useRowWindow<HTMLDivElement>({
    count,
    estimatePx: 50,
    rowsPerGroup: 2,
    listKey: "",
  });
  return (
    <>
      <div style={{ height: 300 }} />
      <div ref={frameRef} data-testid="list">
        <div style={{ height: abovePx }} />
        {Array.from({ length: last - first }, (_, index) => first + index).map((place) => (
          <div key={place} data-row={place} style={{ height: heightOf(place) }}>
            {place}
          </div>
        ))}
        <div style={{ height: belowPx }} />
      </div>
    </>
  );
}

const places = () =>
  [...document.querySelectorAll<HTMLElement>("[data-row]")].map(({ dataset }) => Number(dataset["row"]));
const heightOfList = () => document.querySelector("[data-testid='list']")!.getBoundingClientRect().height;

/** Rows without a gap from above the view to below it, or as far as the list goes. */
function fillsView(count: number): boolean {
  const drawn = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const [first, last] = [drawn[0], drawn.at(-1)];
  if (!first || !last) return false;
  const isDense = places().every((place, index) => index === 0 || place === places()[index - 1]! + 1);
  const reachesUp = first.dataset["row"] === "0" || first.getBoundingClientRect().top < 0;
  const reachesDown = Number(last.dataset["row"]) === count - 1 || last.getBoundingClientRect().bottom > innerHeight;
  return isDense && reachesUp && reachesDown;
}

test("a short list is drawn completely", async () => {
  await render(() => <List count={60} />);
  expect(places()).toHaveLength(60);
  expect(heightOfList()).toBe(heightsUpTo(60));
});

test("only the rows around the view of a long list are drawn, wherever the user scrolls", async () => {
  await render(() => <List count={1_000} />);
  for (const top of [0, 200, 5_000, 30_000, 1_000_000, 12_000, 0]) {
    scrollTo(0, top);
    await expect.poll(() => fillsView(1_000)).toBe(true);
    expect(places().length).toBeLessThan(80);
  }
});

test("the last row can be reached, and the list is then as high as its rows, where they were seen", async () => {
  await render(() => <List count={200} />);
  const step = 400;
  for (let top = 0; top <= heightsUpTo(200); top += step) {
    scrollTo(0, top);
    await expect.poll(() => fillsView(200)).toBe(true);
  }
  scrollTo(0, 1_000_000);
  await expect.poll(() => places().at(-1)).toBe(199);
  // The last group has no row after it to be measured against.
  await expect.poll(() => Math.abs(heightOfList() - heightsUpTo(200))).toBeLessThanOrEqual(20);
});

test("a list that became short is drawn completely again", async () => {
  await render(() => <List count={500} />);
  await render(() => <List count={20} />);
  await expect.poll(() => places().length).toBe(20);
});

test("on paper a long list has all of its rows, and afterwards those around the view again", async () => {
  await render(() => <List count={1_000} />);
  await expect.poll(() => fillsView(1_000)).toBe(true);
  window.dispatchEvent(new Event("beforeprint"));
  expect(places()).toHaveLength(1_000);
  expect(heightOfList()).toBe(heightsUpTo(1_000));
  window.dispatchEvent(new Event("afterprint"));
  await expect.poll(() => places().length).toBeLessThan(80);
  expect(fillsView(1_000)).toBe(true);
});
