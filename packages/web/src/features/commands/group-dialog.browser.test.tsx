import type { CommandGroup } from "@offgrid/contract/commands/command-groups.calls";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { colleague, fakeCommand } from "../../domain/commands/command.fake.ts";
import { fakeContainer } from "../../domain/containers/container-row.fake.ts";
import { expectAccessible } from "../../testing/good-part.ts";
import { render, say as sayOf } from "../../testing/render.tsx";
import type { GroupOrder, GroupPreview } from "./command-groups.data.ts";
import { GroupDialog } from "./group-dialog.tsx";
import { GroupProgress } from "./group-progress.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`commands:group.${key}`, values);
const button = (name: string) => page.getByRole("button", { name, exact: true });
const preview: GroupPreview = [
  { containerId: "lodwar", containerName: "Lodwar", on: true, outputName: "Ice machine", feeder: null, obstacle: null },
  { containerId: "kitui", containerName: "Kitui", on: null, outputName: null, feeder: null, obstacle: "offline" },
  {
    containerId: "voi",
    containerName: "Voi",
    on: false,
    outputName: null,
    feeder: { target: "phase.3", name: "Workshop" },
    obstacle: "no_supply",
  },
];

test("a group order is looked at first, and begins in those containers alone that have nothing in the way", async () => {
  const looked: GroupOrder[] = [];
  const begun: GroupOrder[] = [];
  await render(() => (
    <GroupDialog
      containers={preview.map(({ containerId, containerName: name }) => fakeContainer({ containerId, name }))}
      onPreview={async (order) => {
        looked.push(order);
        return preview;
      }}
      onStart={async (order) => begun.push(order)}
      onClose={() => undefined}
    />
  ));
  await button(say("look")).click();
  await expect.element(page.getByText(say("missing"), { exact: true })).toBeVisible();
  const field = page.getByRole("combobox", { name: say("containers"), exact: true });
  for (const { containerName } of preview) {
    await userEvent.fill(field, containerName);
    await page.getByRole("option", { name: containerName, exact: true }).click();
  }
  // Asked for again, the field no longer says what was missing.
  await expect.element(page.getByText(say("missing"), { exact: true })).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expectAccessible();
  await page.getByRole("combobox", { name: say("relay"), exact: true }).selectOptions("3");
  await button(say("look")).click();
  await expect.element(page.getByText(say("obstacle.offline"), { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^No supply \(off: Workshop \(Phase L3\)\)\.$/)).toBeVisible();
  const output = sayOf("shared:output.relay", { number: 3 });
  await expect.element(page.getByText(say("off", { output }), { exact: true })).toBeVisible();
  await button(say("start.off", { count: 1 })).click();
  await expect.poll(() => begun).toEqual([{ containers: ["lodwar"], relay: 3, on: false }]);
  expect(looked).toEqual([{ containers: ["lodwar", "kitui", "voi"], relay: 3, on: false }]);
});

test("containers are found without their accents, and all that answer are picked at once", async () => {
  const looked: GroupOrder[] = [];
  await render(() => (
    <GroupDialog
      containers={["Saint-Véran refuge", "Arolla refuge", "Lodwar"].map((name) => fakeContainer({ name }))}
      onPreview={async (order) => {
        looked.push(order);
        return preview;
      }}
      onStart={async () => undefined}
      onClose={() => undefined}
    />
  ));
  const field = page.getByRole("combobox", { name: say("containers"), exact: true });
  await userEvent.fill(field, "veran");
  await page.getByRole("option", { name: "Saint-Véran refuge", exact: true }).click();
  await userEvent.fill(field, "r");
  await page.getByRole("option", { name: say("pick.found", { number: 2 }), exact: true }).click();
  await userEvent.keyboard("{Escape}");
  for (const name of ["Saint-Véran refuge", "Arolla refuge", "Lodwar"])
    await expect.element(page.getByText(name, { exact: true })).toBeVisible();
  await expectAccessible();
  await button(say("look")).click();
  await expect.poll(() => looked.map(({ containers }) => containers.length)).toEqual([3]);
});

const group: CommandGroup = {
  groupId: "g-1",
  relay: 3,
  on: false,
  state: "running",
  at: "2026-11-20T16:45:00.000Z",
  by: colleague,
  members: [
    { containerId: "a", containerName: "Lodwar", obstacle: null, command: fakeCommand({ state: "done" }) },
    { containerId: "b", containerName: "Kitui", obstacle: "locked", command: null },
    { containerId: "c", containerName: "Wajir", obstacle: null, command: null },
  ],
};

async function show(changes: Partial<CommandGroup> = {}, mayCancel = true): Promise<{ count: number }> {
  const cancelled = { count: 0 };
  await render(() => (
    <GroupProgress
      group={{ ...group, ...changes }}
      mayCancel={mayCancel}
      onCancel={async () => cancelled.count++}
      onClose={() => undefined}
    />
  ));
  return cancelled;
}

test("a group says how far it is and what came of each container, and can be cancelled while commands are left", async () => {
  const cancelled = await show();
  await expect.element(page.getByText(say("state.running", { ended: 2, count: 3 }), { exact: true })).toBeVisible();
  for (const text of [say("obstacle.locked"), say("waiting"), sayOf("command-words:state.done")])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  await button(say("cancel")).click();
  await expect.poll(() => cancelled.count).toBe(1);
});

test("a group that was stopped says so and what was never given; nobody cancels what is over", async () => {
  await show({ state: "stopped" });
  const words = say("state.stopped", { confirmed: 1, count: 3, left: 1 });
  await expect.element(page.getByText(words, { exact: true })).toBeVisible();
  await expect.element(page.getByText(say("notGiven"), { exact: true })).toBeVisible();
  await expect.element(button(say("cancel"))).not.toBeInTheDocument();
});

test("who may not control the containers sees a group without a way to cancel it", async () => {
  await show({}, false);
  await expect.element(page.getByText(say("waiting"), { exact: true })).toBeVisible();
  await expect.element(button(say("cancel"))).not.toBeInTheDocument();
});
