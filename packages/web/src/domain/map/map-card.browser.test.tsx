import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { render, say } from "../../testing/render.tsx";
import { placeStates } from "./bubbles.ts";
import { MapWait } from "./map-wait.tsx";
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

test("until its land is there, a map says that it is being loaded", async () => {
  await loadTexts("map");
  await render(() => (
    <div className={styles.frame} style={{ height: 200 }}>
      <MapWait />
    </div>
  ));
  await expect.element(page.getByText(say("map:loading"))).toBeVisible();
});
