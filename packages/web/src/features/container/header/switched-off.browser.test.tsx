import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { ago, fakeOutput } from "../../../domain/commands/command.fake.ts";
import { render } from "../../../testing/render.tsx";
import { SwitchedOffNote } from "./switched-off.tsx";

const held = fakeOutput({
  target: "relay.2",
  why: {
    value: false,
    reason: "equipment",
    by: null,
    at: ago(3_600),
    until: null,
    restoreSoc: null,
    low: null,
    passed: null,
  },
});

test("loads that protection has cut are said to be cut, apart from those that are switched off", async () => {
  await loadTexts("container");
  const open = ["relay.1.on", "relay.2.on"];
  await render(() => <SwitchedOffNote open={open} outputs={[held]} isAll={false} />);
  await expect.element(page.getByText(/^Cut by protection: .*2.*\. Also switched off: .*1.*$/)).toBeVisible();
  await render(() => <SwitchedOffNote open={open} outputs={undefined} isAll={false} />);
  await expect.element(page.getByText(/^Part of the loads is switched off: .*1.*, .*2/)).toBeVisible();
  await render(() => <SwitchedOffNote open={open} outputs={undefined} isAll />);
  await expect.element(page.getByText(/^All loads are switched off: .*1.*, .*2/)).toBeVisible();
});
