import type { CSSProperties } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { render } from "../../testing/render.tsx";
import { MarkLabel } from "./bubble-marker.tsx";
import { markScale } from "./mark-scale.ts";

/** A named mark of a map that is read from so many times as far as from a desk. */
async function show(wall: number | undefined) {
  const style = { position: "relative", height: 300, "--wall": wall } as CSSProperties;
  await render(() => (
    <div style={style} data-testid="map">
      <MarkLabel name="Gao" side="right" slidPx={0} box={[0, 0, 120, 18]} />
    </div>
  ));
  const name = page.getByText("Gao").element().getBoundingClientRect();
  return { scale: markScale(page.getByTestId("map").element()), heightPx: Math.round(name.height) };
}

test("the names of a map are as much larger on a wall as all that is read there, and as on a desk elsewhere", async () => {
  expect(await show(undefined)).toEqual({ scale: 1, heightPx: 18 });
  expect(await show(2)).toEqual({ scale: 2, heightPx: 36 });
});
