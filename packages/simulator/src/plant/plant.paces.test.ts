import { expect, test } from "vitest";

import { PlantPaces } from "./plant.paces.ts";

const devices = [
  { id: "battery", type: "battery" },
  { id: "relays", type: "relay_board" },
  { id: "router", type: "router" },
];
const metrics = ["battery.soc", "relay.1.on", "network.signal"];

test("a device of a plant holds its values for as long as is set, and one that is left out has none", () => {
  const paces = new PlantPaces(devices, metrics);
  expect(paces.ids).toEqual(["battery", "router"]);
  const frame = (second: number) => paces.read(1_000 * second, [second, second, second]);
  expect(frame(1)).toEqual([1, 1, 1]);
  paces.set("battery", { everyMs: 3_000, isRead: true });
  paces.set("router", { everyMs: undefined, isRead: false });
  expect([2, 3, 4, 5].map(frame)).toEqual([
    [2, 2, null],
    [2, 3, null],
    [2, 4, null],
    [5, 5, null],
  ]);
  paces.set("router", { everyMs: undefined, isRead: true });
  expect(frame(6)).toEqual([5, 6, 6]);
});
