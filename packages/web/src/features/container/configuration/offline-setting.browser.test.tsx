import type { SilenceTimes } from "@offgrid/contract/offline-setting/offline-bounds";
import type { OfflineSetting } from "@offgrid/contract/offline-setting/offline-setting.calls";
import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { looks, render, say as sayOf } from "../../../testing/render.tsx";
import { OfflineForm } from "./offline-setting.section.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`configuration:${key}`, values);
const setting: OfflineSetting = {
  keepAliveSeconds: 60,
  runningKeepAliveSeconds: 60,
  state: "in_sync",
  seen: { wanted: 1, reported: 1 },
  offlineAfterSeconds: 90,
  justOfflineSeconds: 900,
  timesVersion: 3,
};
const field = (name: string) => page.getByLabelText(say(`offline.${name}`), { exact: true });
const send = () => page.getByRole("button", { name: say("save"), exact: true });

test("the silence that is granted is said in words, in every look, and saved as it was typed", async () => {
  const saved: SilenceTimes[] = [];
  for (const look of looks) {
    await loadTexts("configuration", "ui");
    await render(() => <OfflineForm setting={setting} onSave={async (times) => void saved.push(times)} />, look);
    await expectFittingWords();
    await expectAccessible();
  }
  await render(() => <OfflineForm setting={setting} onSave={async (times) => void saved.push(times)} />);
  expect(page.getByRole("status").first().element().textContent).toContain("15\u00a0min");
  await expect.element(send()).toBeDisabled();
  await userEvent.fill(field("offlineAfterSeconds"), "300");
  await send().click();
  await expect.poll(() => saved).toEqual([{ offlineAfterSeconds: 300, justOfflineSeconds: 900 }]);
});

test("what is out of bounds, or the wrong way round, is said beside its field, and not sent", async () => {
  await loadTexts("configuration", "ui");
  await render(() => <OfflineForm setting={setting} onSave={async () => undefined} />);
  await userEvent.fill(field("offlineAfterSeconds"), "30");
  await expect.element(page.getByText(say("offline.wrong.bounds", { from: 90, to: 3_600 }))).toBeVisible();
  await userEvent.fill(field("offlineAfterSeconds"), "1000");
  await expect.element(page.getByText(say("offline.wrong.order"))).toBeVisible();
  await expect.element(send()).toBeDisabled();
});

test("a change names the version that it was made of, also when somebody else has saved meanwhile", async () => {
  await loadTexts("configuration", "ui");
  const made: number[] = [];
  const Page = () => {
    const [timesVersion, setVersion] = useState(3);
    const save = async (_: SilenceTimes, seen: number) => {
      made.push(seen);
      if (seen !== timesVersion) throw new Error("Somebody else was first.");
    };
    return (
      <>
        <OfflineForm setting={{ ...setting, timesVersion }} onSave={save} />
        <button onClick={() => setVersion(4)}>Somebody else</button>
      </>
    );
  };
  await render(() => <Page />);
  await userEvent.fill(field("offlineAfterSeconds"), "300");
  await page.getByRole("button", { name: "Somebody else" }).click();
  await send().click();
  await expect.poll(() => made).toEqual([3]);
  await send().click();
  await expect.poll(() => made).toEqual([3, 4]);
});
