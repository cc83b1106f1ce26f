import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { render } from "../testing/render.tsx";
import { useHeldHeight } from "./use-held-height.ts";

const wide = { width: 600 };
const narrow = { width: 300 };
const row = { height: 40 };

function Case() {
  const [count, setCount] = useState(1);
  const [isNarrow, setNarrow] = useState(false);
  const held = useHeldHeight();
  return (
    <>
      <div style={isNarrow ? narrow : wide} ref={held} data-testid="held">
        {Array.from({ length: count }, (_, index) => (
          <div key={index} style={row} />
        ))}
      </div>
      <button type="button" onClick={() => setCount(count + 1)}>
        More
      </button>
      <button type="button" onClick={() => setCount(1)}>
        One
      </button>
      <button type="button" onClick={() => setNarrow(true)}>
        Narrow
      </button>
    </>
  );
}

test("what comes and goes leaves a part as high as it was, until the page has another width", async () => {
  await render(Case);
  const heightPx = () => page.getByTestId("held").element().getBoundingClientRect().height;
  const press = (name: string) => page.getByRole("button", { name }).click();
  await expect.poll(heightPx).toBe(40);
  await press("More");
  await press("More");
  await expect.poll(heightPx).toBe(120);
  await expect.element(page.getByTestId("held")).toHaveStyle({ minHeight: "120px" });
  await press("One");
  await expect.poll(() => page.getByTestId("held").element().childElementCount).toBe(1);
  expect(heightPx()).toBe(120);
  await press("Narrow");
  await expect.poll(heightPx).toBe(40);
});
