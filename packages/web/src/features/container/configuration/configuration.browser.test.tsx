import type { ConfigDoc, ConfigSection } from "@offgrid/contract/configuration/config-doc";
import type { Configuration } from "@offgrid/contract/configuration/configuration.calls";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { looks, readText, render, say } from "../../../testing/render.tsx";
import { ConfigStatus } from "./config-status.tsx";
import { KeepAlivePresets } from "./keep-alive-presets.tsx";
import { SectionForm } from "./section.form.tsx";

const network: ConfigSection = { portalHost: "portal.example.org", port: 8883 };
const keepAlive = (linkSeconds: number, frameSeconds = 10): ConfigSection => ({ linkSeconds, frameSeconds });
const day = "2026-05-01T12:12:00.000Z";

const inSync: Configuration = {
  state: "in_sync",
  wanted: {
    version: 4,
    doc: { network, keepAlive: keepAlive(60) },
    by: { userId: "u1", name: "Amina" },
    at: day,
    expiresAt: "2099-05-08T12:12:00.000Z",
    sentAt: null,
  },
  reported: {
    version: 4,
    doc: { network, keepAlive: keepAlive(60) },
    at: day,
    trialUntil: null,
    refused: null,
    reverted: null,
  },
  agreed: {},
  conflicts: [],
};
const { wanted, reported } = inSync as { [Side in keyof Configuration]: NonNullable<Configuration[Side]> };
const runs = (section: ConfigSection): Configuration["reported"] => ({
  ...reported,
  doc: { network, keepAlive: section },
});

const chosen: ConfigDoc[] = [];
async function show(configuration: Configuration, look = {}): Promise<void> {
  await Promise.all([loadTexts("configuration", "ui"), timeReady()]);
  chosen.length = 0;
  const onChoose = async (sections: ConfigDoc) => void chosen.push(sections);
  await render(
    () => <ConfigStatus configuration={configuration} zone="Africa/Nairobi" mayChange onChoose={onChoose} />,
    look,
  );
}
const button = (key: string, values = {}) =>
  page.getByRole("button", { name: say(`configuration:${key}`, values), exact: true });

test("a conflict asks for a side of each value, in every look, and saves the section as it was chosen", async () => {
  const conflict: Configuration = {
    ...inSync,
    state: "conflict",
    wanted: { ...wanted, doc: { network, keepAlive: keepAlive(30) } },
    reported: runs(keepAlive(20, 5)),
    conflicts: ["keepAlive.linkSeconds"],
  };
  for (const look of looks) {
    await show(conflict, look);
    await expect.element(page.getByText(say("configuration:state.conflict"), { exact: true })).toBeVisible();
    await expect.element(button("apply")).toBeDisabled();
    await expectFittingWords();
    await expectAccessible();
    await button("side.here", { value: "30" }).click();
    await button("apply").click();
    // What changed on site only stays as it is there.
    await expect.poll(() => chosen).toEqual([{ keepAlive: keepAlive(30, 5) }]);
  }
});

test("a change on site is accepted as it is, or asked for again", async () => {
  const drifted: Configuration = { ...inSync, state: "drifted", reported: runs(keepAlive(20)) };
  await show(drifted);
  await button("apply").click();
  await expect.poll(() => chosen).toEqual([{ keepAlive: keepAlive(20) }]);
  await button("side.here", { value: "60" }).click();
  await button("apply").click();
  await expect.poll(() => chosen.at(-1)).toEqual({ keepAlive: keepAlive(60) });
});

test("a trial counts down, and old settings that returned say when", async () => {
  const trialUntil = new Date(Date.now() + 200_000).toISOString();
  await show({ ...inSync, state: "trial", reported: { ...reported, trialUntil } });
  await expect.element(page.getByText(/restores the old ones in 3\smin/)).toBeVisible();
  await show({
    ...inSync,
    state: "reverted",
    wanted: { ...wanted, doc: { network, keepAlive: keepAlive(30) } },
    reported: { ...reported, reverted: { version: 4, at: day } },
  });
  await expect.element(page.getByText(/Old settings restored on 01\/05\/2026, 3:12\spm/)).toBeVisible();
  await button("askAgain").click();
  await expect.poll(() => chosen).toEqual([{ keepAlive: keepAlive(30) }]);
});

test("what waits says when it expires, and can be withdrawn", async () => {
  const expiresAt = new Date(Date.now() + (6 * 24 + 4.5) * 3_600_000).toISOString();
  const waiting = { ...wanted, expiresAt, doc: { network, keepAlive: keepAlive(30) } };
  await show({ ...inSync, state: "waiting", wanted: waiting });
  await expect.element(page.getByText(/Expires in 6\sd\s4\sh/)).toBeVisible();
  await button("withdraw").click();
  await expect.poll(() => chosen).toEqual([{ keepAlive: keepAlive(60) }]);
});

test("a value that the controller does not take says so beside it", async () => {
  const refused = { version: 4, reason: "fields", fields: { "network.ip": "unsupported" } } as const;
  await show({
    ...inSync,
    state: "rejected",
    wanted: { ...wanted, doc: { keepAlive: keepAlive(60), network: { ...network, ip: "10.0.0.2" } } },
    reported: { ...reported, refused },
  });
  const row = page.getByRole("group", { name: say("configuration:field.ip"), exact: true });
  await expect.element(row.getByText(say("configuration:fault.unsupported"))).toBeVisible();
});

test("the form names each wrong value beside its field, and saves the section as a whole", async () => {
  await Promise.all([loadTexts("configuration", "ui"), timeReady()]);
  const saved: ConfigSection[] = [];
  const onSave = async (section: ConfigSection) => void saved.push(section);
  const field = (name: string) => page.getByLabelText(say(`configuration:field.${name}`), { exact: true });
  for (const look of looks) {
    saved.length = 0;
    await render(() => <SectionForm name="network" configuration={inSync} onSave={onSave} />, look);
    await userEvent.fill(field("ip"), "10.0.0.256");
    await userEvent.fill(field("port"), "70000");
    await button("save").click();
    await expect.element(page.getByText(readText("configuration:wrong.ip"), { exact: true })).toBeVisible();
    await expect.element(page.getByText(readText("configuration:wrong.port"), { exact: true })).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
    expect(saved).toEqual([]);
    await userEvent.fill(field("ip"), "10.0.0.2");
    await userEvent.fill(field("mask"), "255.0.0.0");
    await userEvent.fill(field("port"), "65536");
    await expect.element(page.getByText(readText("configuration:noListener"), { exact: true })).toBeVisible();
    await button("save").click();
    await expect.poll(() => saved).toEqual([{ ...network, ip: "10.0.0.2", mask: "255.0.0.0", port: 65_536 }]);
  }
});

test("a period is chosen with its price in view, stands in the fields, and is saved as they stand", async () => {
  const saved: ConfigSection[] = [];
  const form = () => (
    <SectionForm
      name="keepAlive"
      configuration={inSync}
      presets={(texts, choose) => <KeepAlivePresets texts={texts} count={40} onChoose={choose} />}
      onSave={async (section) => void saved.push(section)}
    />
  );
  await Promise.all([loadTexts("configuration", "ui"), timeReady()]);
  for (const look of looks) {
    await render(form, look);
    await expectAccessible();
    await expectFittingWords();
  }
  await render(form);
  const preset = (key: string) => page.getByRole("button", { name: say(`configuration:preset.${key}`) });
  await expect.element(preset("usual")).toHaveAttribute("aria-pressed", "true");
  await expect.element(preset("close")).toHaveTextContent(/MB a day, loss noticed after 22\.5\ss/);
  await userEvent.click(preset("close"));
  await expect.element(preset("close")).toHaveAttribute("aria-pressed", "true");
  await expect.element(page.getByLabelText(say("configuration:field.linkSeconds"))).toHaveValue("15");
  await userEvent.click(button("save"));
  await expect.poll(() => saved).toEqual([keepAlive(15, 1)]);
});
