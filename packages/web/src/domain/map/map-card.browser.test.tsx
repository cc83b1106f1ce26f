import { expect, test } from "vitest";

import { render } from "../../testing/render.tsx";
import { placeStates } from "./bubbles.ts";
import styles from "./map.module.css";

test("the card of a place lies above the highest mark", async () => {
  await render(() => (
    <div className={styles.canvas}>
      <div className="maplibregl-popup" />
    </div>
  ));
  const card = document.querySelector(".maplibregl-popup")!;
  expect(Number(getComputedStyle(card).zIndex)).toBeGreaterThan(placeStates.length);
});
