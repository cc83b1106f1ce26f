import { metrics } from "@offgrid/contract/telemetry/metrics";
import type { DeviceFacts } from "@offgrid/contract/devices/device-facts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { type Look, render, say } from "../../../testing/render.tsx";
import { DeviceTile } from "./device-tile.tsx";
import { shortQuantity } from "./short-label.ts";
import { shownAbove } from "./shown-above.ts";

const relaysOf = (count: number) => Array.from({ length: count }, (_, index) => `relay.${index + 1}.on`);

async function showTile(
  relays: number,
  capabilities: readonly string[] = [],
  shown = relaysOf(relays),
  look: Look = {},
): Promise<void> {
  await loadTexts("devices", "container");
  const device: DeviceFacts["device"] = { id: "relays", type: "relays" };
  const facts: DeviceFacts = {
    ...{ device, kind: undefined, number: undefined, state: "answering" },
    ...{ metrics: shown, silent: [], lastReplyMs: 0 },
  };
  const props = { facts, values: {}, everyS: 10, now: 0, zone: "UTC", isAbove: shownAbove(capabilities) };
  await render(() => <DeviceTile {...props} onOpen={() => {}} />, look);
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

test("a value of a device is named without its device, which the tile is about; readers hear the whole name", async () => {
  for (const language of ["en", "fr"] as const) {
    await showTile(0, [], ["solar.1.power", "solar.1.voltage", "battery.soc"], { language });
    const [power, , charge] = page.getByRole("term").elements();
    const [shown, read] = [...power!.children];
    const name = metrics["solar.1.power"][language];
    expect([shown?.textContent, read?.textContent]).toEqual([language === "en" ? "Power" : "Puissance", name]);
    expect(shown?.getAttribute("aria-hidden")).toBe("true");
    expect(shown!.getBoundingClientRect().width).toBeGreaterThan(20);
    expect(read!.getBoundingClientRect().width).toBeLessThanOrEqual(1);
    expect(charge?.textContent).toBe(metrics["battery.soc"][language]);
  }
});

test("the name of a value is short only where the device alone says the rest", () => {
  const short = ["battery.pack.1.voltage", "inverter.state", "generator.power", "tank.fuel.2.level", "grid.frequency"];
  expect(short.map(shortQuantity)).toEqual(["voltage", "state", "power", "level", "frequency"]);
  expect(shortQuantity("solar.2.current")).toBe("outputCurrent");
  const whole = [
    "battery.cell.3.voltage",
    "battery.soc",
    "phase.1.voltage",
    "load.power",
    "controller.uptime",
    "own.power",
  ];
  expect(whole.map(shortQuantity)).toEqual(whole.map(() => undefined));
});
