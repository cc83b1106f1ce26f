import type { NamedOutput, OutputNames } from "@offgrid/contract/output-names/output-names";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { ApiError } from "../../../core/api/api-error.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, looks, render, say as sayOf } from "../../../testing/render.tsx";
import { NameButton } from "./name-button.tsx";
import { nameableOutputs } from "./nameable-outputs.ts";
import { OutputNamesForm, OutputNamesList } from "./output-names.form.tsx";
import type { SaveNames } from "./use-naming.ts";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`output-names:${key}`, values);
const relay = (number: number) => sayOf("shared:output.relay", { number });
const field = (name: "name" | "feeds", output: string) =>
  page.getByRole("textbox", { name: say(`of.${name}`, { output }), exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });

const reading = { value: 1, at: new Date(0).toISOString() };
const outputs = nameableOutputs(
  {
    capabilities: ["relay", "street_light"],
    values: { "relay.1.on": reading, "relay.2.on": reading, "street_light.1.level": reading, "battery.soc": reading },
  },
  [{ target: "relay.2", failSafe: "proved" }],
);
const names: OutputNames = { "relay.1": { name: "Fridge", feeds: "Vaccines" } };
const saved: NamedOutput[][] = [];
const keep: SaveNames = async (changed) => void saved.push(changed);

test("names are typed beside their terminals, and only those that were changed are saved", async () => {
  await loadTexts("output-names", "ui");
  for (const look of looks) {
    saved.length = 0;
    await render(() => <OutputNamesForm outputs={outputs} names={names} onSave={keep} />, look);
    await expect.element(field("name", relay(1))).toHaveValue("Fridge");
    expect(page.getByRole("listitem").elements()).toHaveLength(3);
    await expect.element(page.getByRole("listitem").nth(1)).toHaveTextContent(say("critical"));
    await expect.element(page.getByRole("listitem").nth(0)).not.toHaveTextContent(say("critical"));
    await expect.element(button(say("save"))).toBeDisabled();
    await userEvent.fill(field("name", relay(2)), " Pump ");
    await userEvent.fill(field("feeds", relay(1)), "");
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    await userEvent.keyboard("{Enter}");
    await expect
      .poll(() => saved)
      .toEqual([
        [
          { target: "relay.2", name: "Pump", feeds: "" },
          { target: "relay.1", name: "Fridge", feeds: "" },
        ],
      ]);
    await expect.element(page.getByText(say("saved"))).toBeVisible();
  }
});

test("a name that another output has is refused beside its field before the portal is asked", async () => {
  await loadTexts("output-names", "ui");
  saved.length = 0;
  await render(() => <OutputNamesForm outputs={outputs} names={names} onSave={keep} />);
  await userEvent.fill(field("name", relay(2)), "FRIDGE");
  await button(say("save")).click();
  await expect.element(field("name", relay(2))).toHaveAccessibleDescription(say("same"));
  expect(saved).toEqual([]);
  await userEvent.fill(field("name", relay(2)), "relais 1");
  await button(say("save")).click();
  await expect.element(field("name", relay(2))).toHaveAccessibleDescription(say("default"));
  await userEvent.fill(field("name", relay(2)), "Fr\u0435ezer");
  await button(say("save")).click();
  await expect.element(field("name", relay(2))).toHaveAccessibleDescription(say("mixed"));
  expect(saved).toEqual([]);
  await userEvent.fill(field("name", relay(2)), "Freezer");
  await expect.element(page.getByText(say("mixed"))).not.toBeInTheDocument();
});

test("what the portal refuses is said beside the field that it names", async () => {
  await loadTexts("output-names", "ui");
  const refuse: SaveNames = () =>
    Promise.reject(
      new ApiError({ code: "bad_input", status: 400, message: "bad", fields: { "outputs.0.name": "taken" } }),
    );
  await render(() => <OutputNamesForm outputs={outputs} names={names} onSave={refuse} />);
  await userEvent.fill(field("name", relay(2)), "Freezer");
  await button(say("save")).click();
  await expect.element(field("name", relay(2))).toHaveAccessibleDescription(say("taken"));
  await expect.element(field("name", relay(2))).toHaveValue("Freezer");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

test("where an output is switched it is named in a dialog, which closes once that is saved", async () => {
  await loadTexts("output-names", "ui");
  for (const look of axeLooks) {
    saved.length = 0;
    await render(() => <NameButton target="relay.2" names={names} container="Gao" onSave={keep} />, look);
    await button(say("editOf", { output: relay(2) })).click();
    const dialog = page.getByRole("dialog", { name: say("question", { output: relay(2), container: "Gao" }) });
    await expect.element(dialog).toBeVisible();
    await userEvent.fill(field("name", relay(2)), "Fridge");
    await button(say("send")).click();
    await expect.element(page.getByText(say("same"))).toBeVisible();
    await expectAccessible();
    await userEvent.fill(field("name", relay(2)), "Mill");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => saved).toEqual([[{ target: "relay.2", name: "Mill", feeds: "" }]]);
    await expect.element(dialog).not.toBeInTheDocument();
  }
});

test("those who may not change names read them", async () => {
  await loadTexts("output-names");
  for (const look of axeLooks) {
    await render(() => <OutputNamesList outputs={outputs} names={names} />, look);
    await expect.element(page.getByRole("listitem").nth(0)).toHaveTextContent("Fridge · Vaccines");
    await expect.element(page.getByRole("listitem").nth(1)).toHaveTextContent(say("unnamed"));
    await expectFittingWords();
    await expectAccessible();
  }
});
