import { faultsOf } from "@offgrid/contract/sim-cards/sim-card-rules";
import { expect, test } from "vitest";

import { busyness, demoSimCard } from "./fleet.sim-cards.ts";
import { fleet } from "./fleet.ts";

const now = Date.UTC(2026, 10, 24);
const cards = fleet.flatMap(({ containerId }) => demoSimCard(containerId, now) ?? []);

test("the cards of the demo could be typed as they are, and no two are the same", () => {
  for (const { card } of cards) expect(faultsOf(card)).toEqual({});
  expect(new Set(cards.map(({ card }) => card.iccid)).size).toBe(cards.length);
  expect(cards.length).toBe(fleet.length - 1);
});

test("days before differ, and none goes below nothing", () => {
  const shares = Array.from({ length: 30 }, (_, day) => busyness(day + 1));
  expect(Math.min(...shares)).toBeGreaterThan(0.7);
  expect(Math.max(...shares)).toBeLessThan(1.3);
});
