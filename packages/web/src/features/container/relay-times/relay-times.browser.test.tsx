import type { RelaysSection } from "@offgrid/contract/devices/relays.schema";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { OutputNamesContext } from "../../../domain/output-names/use-output-words.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, looks, render, say as sayOf } from "../../../testing/render.tsx";
import { RelayTimesForm, RelayTimesList } from "./relay-times.form.tsx";

const say = (key: string) => sayOf(`relay-times:${key}`);
const field = (name: string) => page.getByRole("textbox", { name: say(`time.${name}`) });
const save = () => page.getByRole("button", { name: say("save"), exact: true });

test("pauses are typed relay by relay under what people call each; a wrong one is named at its field, and nothing is saved", async () => {
  await loadTexts("relay-times", "command-words", "ui");
  const saved: RelaysSection[] = [];
  for (const look of looks) {
    saved.length = 0;
    await render(
      () => (
        <OutputNamesContext value={{ "relay.2": { name: "Pump", feeds: "" } }}>
          <RelayTimesForm
            targets={["relay.1", "relay.2"]}
            section={{ "relay.1/minOnSeconds": 60 }}
            obstacle={undefined}
            onSave={async (section) => void saved.push(section)}
          />
        </OutputNamesContext>
      ),
      look,
    );
    await expect.element(page.getByRole("group", { name: "Pump" })).toBeVisible();
    await field("minOffSeconds").nth(1).fill("4000");
    await save().click();
    await expect.element(page.getByText(say("wrong"))).toBeVisible();
    expect(saved).toEqual([]);
    await field("minOffSeconds").nth(1).fill("300");
    await field("minOnSeconds").nth(0).fill("");
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    await save().click();
    await expect.poll(() => saved).toEqual([{ "relay.2/minOffSeconds": 300 }]);
  }
});

test("whoever may not change them reads what the controller runs", async () => {
  await loadTexts("relay-times", "command-words", "ui");
  await render(() => <RelayTimesList targets={["relay.1"]} section={{ "relay.1/minOnSeconds": 60 }} />);
  await expect.element(page.getByText(say("time.minOnSeconds"))).toBeVisible();
  await render(() => <RelayTimesList targets={["relay.1"]} section={undefined} />);
  await expect.element(page.getByText(say("notSet"))).toBeVisible();
});
