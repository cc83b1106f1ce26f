import type { DeviceFacts } from "@offgrid/contract/devices/device-facts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { render, say } from "../../../testing/render.tsx";
import { DeviceTile } from "./device-tile.tsx";

async function showTile(relays: number): Promise<void> {
  await loadTexts("devices", "container");
  const metrics = Array.from({ length: relays }, (_, index) => `relay.${index + 1}.on`);
  const device: DeviceFacts["device"] = { id: "relays", type: "relays" };
  const facts: DeviceFacts = {
    ...{ device, kind: undefined, number: undefined, state: "answering" },
    ...{ metrics, silent: [], lastReplyMs: 0 },
  };
  await render(() => <DeviceTile facts={facts} values={{}} everyS={10} now={0} zone="UTC" onOpen={() => {}} />);
}

test("a tile that does not show all of its values says how many more there are", async () => {
  await showTile(4);
  await expect.element(page.getByText(say("output.more", { count: 1 }))).toBeVisible();
  await showTile(3);
  await expect.element(page.getByText(say("container:switched.relay.name", { number: 3 }))).toBeVisible();
  await expect.element(page.getByText(say("output.more", { count: 1 }))).not.toBeInTheDocument();
});
