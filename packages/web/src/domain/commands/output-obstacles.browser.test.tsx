import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { render, renderState, say as sayOf } from "../../testing/render.tsx";
import { ago, fakeNow, fakeOutput, fakeUserId, fakeZone } from "./command.fake.ts";
import { readingOf } from "./command-facts.ts";
import { OutputCard, type OutputCardProps } from "./output-card.tsx";
import { stories } from "./output-card.stories.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`command-words:${key}`, values);
const relay = () => page.getByRole("switch", { name: sayOf("shared:output.relay", { number: 3 }), exact: true });
const show = (state: string) => renderState(stories, "output-card", state);
const showCard = (output: ReturnType<typeof fakeOutput>, more: Partial<OutputCardProps> = {}) =>
  render(() => (
    <OutputCard
      output={output}
      reading={readingOf(output, undefined)}
      container="Lodwar"
      everyS={10}
      now={fakeNow}
      zone={fakeZone}
      userId={fakeUserId}
      blocked={undefined}
      mayControl
      onSet={() => Promise.resolve()}
      onEmergency={() => Promise.resolve()}
      onLock={() => Promise.resolve()}
      {...more}
    />
  ));

test("a critical relay without a proved fail-safe says why it cannot be switched on; with the proof it can", async () => {
  await show("critical without proof");
  await expect.element(page.getByText(say("blocked.unproved"))).toBeVisible();
  await expect.element(relay()).toHaveAttribute("aria-disabled", "true");
  await show("critical");
  await expect.element(page.getByText(say("critical.proved"))).toBeVisible();
  await expect.element(relay()).toHaveAttribute("aria-disabled", "false");
});

test("an output that was just switched rests for a moment instead of inviting a refusal", async () => {
  await show("resting");
  await expect.element(page.getByText(say("blocked.resting"), { exact: true })).toBeVisible();
  await expect.element(relay()).toHaveAttribute("aria-disabled", "true");
  await expect.element(page.getByRole("button", { name: say("undo.on"), exact: true })).not.toBeInTheDocument();
});

test("an output that wore too much says until when nothing switches it on, and can still be switched off", async () => {
  const restsUntil = new Date(fakeNow + 20 * 60_000).toISOString();
  await showCard(fakeOutput({ on: false, restsUntil }));
  await expect.element(page.getByText(say("blocked.worn", { time: "8:05\u00a0pm" }), { exact: true })).toBeVisible();
  await expect.element(relay()).toHaveAttribute("aria-disabled", "true");
  await showCard(fakeOutput({ on: true, restsUntil }));
  await expect.element(relay()).toHaveAttribute("aria-disabled", "false");
});

test("a critical relay can always be switched off", async () => {
  const set: boolean[] = [];
  const output = fakeOutput({ on: true, failSafe: "unproved" });
  await showCard(output, { onSet: (isOn) => Promise.resolve(set.push(isOn)) });
  await expect.element(page.getByText(say("critical.unproved"))).toBeVisible();
  await relay().click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("act.off"), exact: true })
    .click();
  await expect.poll(() => set).toEqual([false]);
});

test("an output says why it is on or off, since when, and until when nothing else changes it", async () => {
  const card = () => page.getByRole("group", { name: sayOf("shared:output.relay", { number: 3 }), exact: true });
  await show("held by a colleague");
  await expect.element(card()).toHaveTextContent(say("why.command", { who: "Amina Diallo" }));
  await expect.element(card()).toHaveTextContent(say("why.held", { time: "8:45 pm" }).replace("\u202F", " "));
  await show("cut by load protection");
  await expect.element(card()).toHaveTextContent(say("cause.protection"));
  await expect.element(card()).toHaveTextContent(say("why.restores", { charge: "30 %" }));
  await show("switched by hand");
  await expect.element(card()).toHaveTextContent(say("cause.hand"));
});

test("an output that is off without a known reason says so; one that is on, or that a command switched off, does not", async () => {
  await show("off");
  await expect.element(page.getByText(say("why.unknown"), { exact: true })).toBeVisible();
  await show("off after it was on");
  const after = say("why.unknownAfter", { at: say("at.time", { time: "6:55 pm" }) }).replace("\u202F", " ");
  await expect.element(page.getByText(after, { exact: true })).toBeVisible();
  for (const state of ["on", "done"]) {
    await show(state);
    await expect.element(relay()).toBeVisible();
    await expect.element(page.getByText(say("why.unknown"), { exact: true })).not.toBeInTheDocument();
  }
});

test("an output that is off while all loads of its container are cut has that as its reason", async () => {
  const output = fakeOutput({ on: false, why: null });
  await showCard(output, { isCut: true });
  await expect.element(page.getByText(say("why.cut"), { exact: true })).toBeVisible();
  await expect.element(page.getByText(say("why.unknown"), { exact: true })).not.toBeInTheDocument();
});

test("what was said of an earlier position is not said of the one that is read now", async () => {
  const why = {
    value: false,
    reason: "hand",
    by: null,
    at: fakeOutput().onAt ?? "",
    until: null,
    restoreSoc: null,
    low: null,
    limit: null,
    passed: null,
    times: null,
    retryAt: null,
    feeder: null,
  } as const;
  const output = fakeOutput({ on: true, why });
  await showCard(output);
  await expect.element(relay()).toBeVisible();
  await expect.element(page.getByText(say("cause.hand"))).not.toBeInTheDocument();
});

test("what has no supply says what feeds it, and is not offered to be switched on", async () => {
  const off = { value: false, reason: "no_supply", by: null, at: ago(60), feeder: "phase.3" } as const;
  const why = {
    ...off,
    until: null,
    restoreSoc: null,
    low: null,
    limit: null,
    passed: null,
    times: null,
    retryAt: null,
  };
  await showCard(fakeOutput({ on: false, why }));
  const feeder = sayOf("shared:output.phase", { number: 3 });
  await expect.element(page.getByText(/^No supply \(off: Phase L3\)\./)).toBeVisible();
  await expect.element(page.getByText(say("blocked.noSupply", { feeder }), { exact: true })).toBeVisible();
  await expect.element(relay()).toHaveAttribute("aria-disabled", "true");
});

test("what load protection keeps off can have an emergency run, for some minutes and with a reason", async () => {
  const runs: [number, string][] = [];
  const why = {
    value: false,
    reason: "protection" as const,
    by: null,
    at: ago(600),
    until: null,
    restoreSoc: 30,
    low: null,
    limit: null,
    passed: null,
    times: null,
    retryAt: null,
    feeder: null,
  };
  await showCard(fakeOutput({ on: false, why }), {
    onEmergency: (minutes, reason) => Promise.resolve(runs.push([minutes, reason])),
  });
  await page
    .getByRole("button", { name: say("emergency.openNamed", { output: sayOf("shared:output.relay", { number: 3 }) }) })
    .click();
  const dialog = page.getByRole("dialog");
  const send = dialog.getByRole("button", { name: say("emergency.open"), exact: true });
  await send.click();
  await expect.element(dialog.getByText(say("emergency.missing"))).toBeVisible();
  await userEvent.fill(dialog.getByLabelText(say("emergency.reason"), { exact: true }), "Medicine");
  await userEvent.fill(dialog.getByLabelText(say("emergency.minutes"), { exact: true }), "90");
  await expect.element(dialog.getByText(say("emergency.minutesWrong"))).toBeVisible();
  await userEvent.fill(dialog.getByLabelText(say("emergency.minutes"), { exact: true }), "45");
  await send.click();
  await expect.poll(() => runs).toEqual([[45, "Medicine"]]);
});
