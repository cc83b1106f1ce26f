import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { fakeEnergy, fakeNowMs, minutesAgo } from "../../../domain/containers/container-row.fake.ts";
import { OutputNamesContext } from "../../../domain/output-names/use-output-words.ts";
import { render } from "../../../testing/render.tsx";
import { SwitchedOff } from "./switched-off.tsx";

const names = { "relay.1": { name: "Pump", feeds: "" } };

async function show(on: readonly number[], cut: readonly string[] = []): Promise<void> {
  await loadTexts("container");
  const values = Object.fromEntries(
    on.map((value, index) => [`relay.${index + 1}.on`, { value, at: minutesAgo(0) }] as const),
  );
  const cutOutputs = cut.map((target) => ({ target, name: null }));
  const energy = cut.length > 0 ? fakeEnergy("cut_partly", { cutOutputs }) : fakeEnergy("normal");
  const info = { values, everyS: 60, energy } as unknown as ContainerInfoV4;
  await render(() => (
    <OutputNamesContext value={names}>
      <SwitchedOff info={info} now={fakeNowMs} />
    </OutputNamesContext>
  ));
}
const part = () => page.getByTestId("part");

test("loads that somebody has switched off are named, apart from those that protection has cut", async () => {
  await show([0, 0, 1], ["relay.2", "street_light.1"]);
  await expect.element(part()).toHaveTextContent(/^Also switched off: Pump \(Relay 1\)$/);
  await show([1, 0, 1], ["relay.2"]);
  await expect.element(part()).toHaveTextContent(/^$/);
  await show([0, 0, 1]);
  await expect.element(part()).toHaveTextContent(/^Part of the loads is switched off: Pump \(Relay 1\) and Relay 2$/);
});

test("where all are switched off, that is said, and of many only the first are named", async () => {
  await show([0, 0, 0, 0, 0]);
  await expect
    .element(part())
    .toHaveTextContent(/^All loads are switched off: Pump \(Relay 1\), Relay 2, Relay 3 and 2 more$/);
});
