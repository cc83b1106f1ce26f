import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { freshnessOf } from "../../../ui/freshness.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { flowOf } from "../../../domain/energy-flow/flow-balance.ts";
import { latestReadings } from "../../../domain/energy-flow/latest-readings.ts";
import { plainSpaces } from "../../../testing/plain-spaces.ts";
import { render } from "../../../testing/render.tsx";
import { FlowAge } from "./flow-age.tsx";

const now = Date.UTC(2026, 10, 20, 12);

async function age(seconds: number): Promise<string> {
  await loadTexts("energy-flow");
  const at = new Date(now - seconds * 1_000).toISOString();
  const values = { "solar.power": { value: 900, at }, "load.power": { value: 900, at } };
  const flow = flowOf(latestReadings(values, Object.keys(values), 60, now, freshnessOf));
  await render(() => <FlowAge flow={flow} now={now} />);
  return plainSpaces(page.getByTestId("part").element().textContent);
}

test("a picture of the present is called so, and of an older one it is said how old it is", async () => {
  expect(await age(20)).toBe("Now");
  expect(await age(150)).toBe("2 min ago");
  expect(await age(7_300)).toBe("Last known, 2 h ago");
});
