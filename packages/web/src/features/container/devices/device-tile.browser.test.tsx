import type { DeviceFacts } from "@offgrid/contract/devices/device-facts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { render, say } from "../../../testing/render.tsx";
import { DeviceTile } from "./device-tile.tsx";
import { shownAbove } from "./shown-above.ts";

async function showTile(relays: number, capabilities: readonly string[] = []): Promise<void> {
  await loadTexts("devices", "container");
  const metrics = Array.from({ length: relays }, (_, index) => `relay.${index + 1}.on`);
  const device: DeviceFacts["device"] = { id: "relays", type: "relays" };
  const facts: DeviceFacts = {
    ...{ device, kind: undefined, number: undefined, state: "answering" },
    ...{ metrics, silent: [], lastReplyMs: 0 },
  };
  const props = { facts, values: {}, everyS: 10, now: 0, zone: "UTC", isAbove: shownAbove(capabilities) };
  await render(() => <DeviceTile {...props} onOpen={() => {}} />);
}

test("a tile that does not show all of its values says how many more there are", async () => {
  await showTile(4);
  await expect.element(page.getByText(say("output.more", { count: 1 }))).toBeVisible();
  await showTile(3);
  await expect.element(page.getByText(say("container:switched.relay.name", { number: 3 }))).toBeVisible();
  await expect.element(page.getByText(say("output.more", { count: 1 }))).not.toBeInTheDocument();
});

test("a tile repeats nothing of the outputs that stand above it with their switches", async () => {
  await showTile(4, ["relay"]);
  await expect.element(page.getByText(say("devices:outputsAbove"))).toBeVisible();
  await expect.element(page.getByText(say("container:switched.relay.name", { number: 1 }))).not.toBeInTheDocument();
  await showTile(4);
  await expect.element(page.getByText(say("container:switched.relay.name", { number: 1 }))).toBeVisible();
  await expect.element(page.getByText(say("devices:outputsAbove"))).not.toBeInTheDocument();
});

test("outputs that a controller can set are above; other values of the same equipment stay", () => {
  const isAbove = shownAbove(["relay", "street_light", "ac"]);
  for (const metric of ["relay.3.on", "street_light.2.level", "street_light.2.on", "ac.mode", "ac.on"])
    expect(isAbove(metric), metric).toBe(true);
  for (const metric of ["street_light.power", "phase.1.on", "battery.power", "generator.on"])
    expect(isAbove(metric), metric).toBe(false);
});
