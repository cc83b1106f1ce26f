import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { expectAccessible } from "../testing/good-part.ts";
import { render } from "../testing/render.tsx";
import { ScrollBox } from "./scroll-box.tsx";

const box = () => page.getByRole("region", { name: "Readings" });
const widen = (widthPx: number) => {
  document.querySelector<HTMLElement>("[data-contents]")!.style.width = `${widthPx}px`;
};

test("it is a stop of the Tab key only while its contents are larger than it, and the arrow keys scroll it", async () => {
  await render(() => (
    <div style={{ width: 300 }}>
      <ScrollBox label="Readings">
        <p data-contents style={{ width: 200 }}>
          7 W
        </p>
      </ScrollBox>
    </div>
  ));
  await expect.element(box()).not.toHaveAttribute("tabindex");
  widen(900);
  await expect.element(box()).toHaveAttribute("tabindex", "0");
  await expectAccessible();
  await userEvent.keyboard("{Tab}{ArrowRight}");
  await expect.element(box()).toHaveFocus();
  await expect.poll(() => box().element().scrollLeft).toBeGreaterThan(0);
  widen(250);
  await expect.element(box()).not.toHaveAttribute("tabindex");
});

test("what is cut off at the end of its lines fades there, until one has scrolled to it", async () => {
  await render(() => (
    <div style={{ width: 300 }}>
      <ScrollBox label="Readings">
        <p data-contents style={{ width: 900 }}>
          7 W
        </p>
      </ScrollBox>
    </div>
  ));
  const mask = () => getComputedStyle(box().element()).maskImage;
  await expect.poll(mask).toContain("gradient");
  box().element().scrollLeft = 900;
  await expect.poll(mask).toBe("none");
  box().element().scrollLeft = 0;
  await expect.poll(mask).toContain("to left");
  // Of both, what is cut off below, until one has read on to there.
  (box().element() as HTMLElement).style.height = "40px";
  document.querySelector<HTMLElement>("[data-contents]")!.style.height = "200px";
  await expect.poll(mask).toContain("to top");
  box().element().scrollTop = 900;
  await expect.poll(mask).toContain("to left");
});

test("contents that come later, in the place of what stood for them, count too", async () => {
  await render(() => (
    <div style={{ width: 300 }}>
      <ScrollBox label="Readings">
        <p data-waiting>7 W</p>
      </ScrollBox>
    </div>
  ));
  await expect.element(box()).not.toHaveAttribute("tabindex");
  const wide = document.createElement("p");
  wide.style.width = "900px";
  document.querySelector("[data-waiting]")!.after(wide);
  await expect.element(box()).toHaveAttribute("tabindex", "0");
});

test("it is a stop of the Tab key as soon as it is there: no frame is drawn before that", async () => {
  await render(() => <div id="place" style={{ width: 300 }} />);
  const root = createRoot(document.querySelector("#place")!);
  flushSync(() =>
    root.render(
      <ScrollBox label="Readings">
        <p style={{ width: 900 }}>7 W</p>
      </ScrollBox>,
    ),
  );
  expect(box().element()).toHaveAttribute("tabindex", "0");
  root.unmount();
});
