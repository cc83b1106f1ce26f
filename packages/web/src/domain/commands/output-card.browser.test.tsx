import type { Command, OutputLock } from "@offgrid/contract/commands/commands.schema";
import { controllerUserId } from "@offgrid/contract/core/constants";
import { useState } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { formatTime } from "../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { plainSpaces } from "../../testing/plain-spaces.ts";
import { axeLooks, type Look, looks, render, renderState, say as sayOf } from "../../testing/render.tsx";
import { ago, colleague, fakeCommand, fakeLock, fakeNow, fakeOutput, fakeUserId, fakeZone } from "./command.fake.ts";
import { readingOf } from "./command-facts.ts";
import { OutputCard } from "./output-card.tsx";
import { stories } from "./output-card.stories.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`command-words:${key}`, values);
const clock = (secondsAgo: number, { language = "en" }: Look = {}) =>
  formatTime(fakeNow - secondsAgo * 1_000, "time", fakeZone, language);
const at = (secondsAgo: number, look?: Look) => say("at.time", { time: clock(secondsAgo, look) });
const since = (secondsAgo: number, look?: Look) => say("since.time", { time: clock(secondsAgo, look) });
const relay = () => page.getByRole("switch", { name: sayOf("shared:output.relay", { number: 3 }), exact: true });
const show = (state: string, look?: Look) => renderState(stories, "output-card", state, look);
const status = () => page.getByRole("status").first();

let set: boolean[] = [];
let locks: [boolean, string | undefined][] = [];
beforeEach(() => {
  set = [];
  locks = [];
});

interface Shown {
  output?: Parameters<typeof fakeOutput>[0];
  look?: Look;
  onSet?: () => Promise<unknown>;
  isAway?: boolean;
  /** What the lock is once it was asked for a change, while that is not answered; absent: it is answered at once. */
  lockThen?: OutputLock;
}

/** A card that notes what it is asked for. */
async function showCard({ output = {}, look, onSet = () => Promise.resolve(), isAway, lockThen }: Shown) {
  const shown = fakeOutput(output);
  function Card() {
    const [lock, setLock] = useState(shown.lock);
    return (
      <OutputCard
        output={{ ...shown, lock }}
        reading={readingOf(shown, undefined)}
        container="Lodwar"
        everyS={10}
        now={fakeNow}
        zone={fakeZone}
        userId={fakeUserId}
        blocked={undefined}
        isAway={isAway}
        mayControl
        onSet={(isOn) => {
          set.push(isOn);
          return onSet();
        }}
        onEmergency={() => Promise.resolve()}
        onLock={(isLocked, reason) => {
          locks.push([isLocked, reason]);
          if (lockThen) setLock(lockThen);
          return lockThen ? new Promise(() => {}) : Promise.resolve();
        }}
      />
    );
  }
  await render(Card, look);
}

test("switching on asks nothing, and while the portal is asked the switch stays where it was read", async () => {
  await showCard({ output: { on: false }, onSet: () => new Promise(() => {}) });
  await expect.element(relay()).toHaveAttribute("aria-checked", "false");
  await userEvent.keyboard("{Tab} ");
  await expect.element(status()).toHaveTextContent(say("sending.on"));
  await expect.element(relay()).toHaveAttribute("aria-checked", "false");
  await expect.element(relay()).toHaveAttribute("aria-busy", "true");
  await userEvent.keyboard(" ");
  expect(set).toEqual([true]);
  await expect.element(relay()).toHaveFocus();
});

test("switching off asks first, with the names of output and container, and Cancel has the focus", async () => {
  for (const look of looks.slice(0, 2)) {
    set = [];
    await showCard({ look });
    await relay().click();
    const title = say("question.title", { output: sayOf("shared:output.relay", { number: 3 }), container: "Lodwar" });
    const dialog = page.getByRole("dialog", { name: title });
    await expect.element(dialog.getByRole("button", { name: sayOf("ui:form.cancel"), exact: true })).toHaveFocus();
    await expectFittingWords();
    await expectAccessible();
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    expect(set).toEqual([]);
    await relay().click();
    await dialog.getByRole("button", { name: say("act.off"), exact: true }).click();
    await expect.poll(() => set).toEqual([false]);
  }
});

for (const look of looks) {
  describe(`in ${look.language}, ${look.colorScheme}, ${look.width} px`, () => {
    const open = (state: Command["state"]) => `${say("open.own.off", { at: at(8, look) })} ${say(`open.${state}`)}`;
    const ended: Record<string, () => string> = {
      queued: () => open("queued"),
      sent: () => open("sent"),
      accepted: () => open("accepted"),
      done: () => say("outcome.done.off", { at: at(8, look) }),
      mismatch: () => say("outcome.mismatch.on", { state: say("state.failed"), at: at(8, look) }),
      failed: () =>
        say("outcome.failed", { state: say("state.failed"), at: at(8, look), reason: say("reason.device_error") }),
      refused: () =>
        say("outcome.refused", { state: say("state.refused"), at: at(8, look), reason: say("reason.dwell") }),
      expired: () => say("outcome.expired", { state: say("state.expired"), at: at(8, look) }),
      cancelled: () => say("outcome.cancelled", { state: say("state.cancelled"), at: at(8, look) }),
      unknown: () => say("outcome.unknown", { state: say("state.unknown"), since: since(9, look) }),
      late: () => `${say("outcome.done.off", { at: at(8, look) })} ${say("late")}`,
      slow: () => `${say("open.own.off", { at: at(20, look) })} ${say("open.sent")} ${say("open.slow")}`,
      "of a colleague": () => `${say("open.other.off", { at: at(8, look), who: colleague.name })} ${say("open.sent")}`,
    };
    test("each state of a command is a sentence with its time", async () => {
      for (const [state, text] of Object.entries(ended)) {
        await show(state, look);
        await expect.element(status()).toHaveTextContent(plainSpaces(text()));
      }
    });

    test("what did not come about begins with the word that lists, warnings and the audit have for it", async () => {
      for (const state of ["failed", "refused", "expired", "cancelled", "unknown"]) {
        await show(state, look);
        await expect.element(status()).toHaveTextContent(new RegExp(`^${say(`state.${state}`)}`));
      }
      await show("mismatch", look);
      await expect.element(status()).toHaveTextContent(new RegExp(`^${say("state.failed")}`));
    });
  });
}

test("while a command is open, whoever gave it, nothing else can be asked for", async () => {
  for (const state of ["queued", "sent", "accepted", "of a colleague"]) {
    await show(state);
    await expect.element(relay()).toHaveAttribute("aria-disabled", "true");
    await expect.element(relay()).toHaveAttribute("aria-checked", "true");
    await relay().click({ force: true });
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  }
});

test("an output that cannot be switched now says why", async () => {
  await show("offline");
  await expect.element(page.getByText(say("blocked.offline", { age: "2 h" }))).toBeVisible();
  await expect.element(relay()).toHaveAttribute("aria-disabled", "true");
  await show("old reading");
  await expect.element(page.getByText(say("blocked.stale", { age: "5 min ago" }))).toBeVisible();
  await expect.element(relay()).toHaveAttribute("aria-disabled", "true");
  await show("never read");
  await expect.element(page.getByText(say("blocked.unread"))).toBeVisible();
  await expect.element(relay()).not.toBeInTheDocument();
});

test("whoever may not switch sees the position, and no switch", async () => {
  await show("not allowed");
  await expect.element(page.getByText(say("is.on"), { exact: true })).toBeVisible();
  await expect.element(page.getByRole("switch")).not.toBeInTheDocument();
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
});

test("a confirmed position is shown once it was read, and until then the switch stays where it was", async () => {
  await show("done before the reading");
  await expect.element(page.getByText(say("readBefore", { at: at(12) }))).toBeVisible();
  await expect.element(relay()).toHaveAttribute("aria-checked", "true");
  await expect.element(relay()).toHaveAttribute("aria-busy", "true");
  await expect.element(relay()).toHaveAttribute("aria-disabled", "true");
});

test("a refusal names whose command is in the way", async () => {
  await show("portal refuses");
  await relay().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(sayOf("shared:refusal.output_busy"));
  await expect.element(page.getByText(say("held.output_busy", { who: "Amina", since: since(6) }))).toBeVisible();
  await expect.element(relay()).toHaveAttribute("aria-checked", "false");
});

test("a confirmed command can be taken back, which is a new command", async () => {
  const done = fakeCommand({ wanted: false, value: false, state: "done", endedAt: ago(8) });
  await showCard({ output: { on: false, last: done } });
  await page.getByRole("button", { name: say("undo.on"), exact: true }).click();
  await expect.poll(() => set).toEqual([true]);
});

test("a lock needs a reason, and says that it does not replace tagging", async () => {
  for (const look of looks) {
    locks = [];
    await showCard({ output: { on: false }, look });
    const output = sayOf("shared:output.relay", { number: 3 });
    await page.getByRole("button", { name: say("lock.takeNamed", { output }), exact: true }).click();
    const dialog = page.getByRole("dialog", { name: say("lock.takeTitle", { output, container: "Lodwar" }) });
    await expect.element(dialog.getByText(say("lock.notTagging"))).toBeVisible();
    const reason = dialog.getByLabelText(say("lock.reason"), { exact: true });
    await expect.element(reason).toHaveFocus();
    const take = dialog.getByRole("button", { name: say("lock.take"), exact: true });
    await take.click();
    await expect.element(dialog.getByText(say("lock.reasonMissing"))).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    expect(locks).toEqual([]);
    await userEvent.fill(reason, "  Pump repair ");
    await take.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(locks).toEqual([[true, "Pump repair"]]);
  }
});

test("without a link to the portal nothing can be locked either", async () => {
  await showCard({ isAway: true });
  const named = say("lock.takeNamed", { output: sayOf("shared:output.relay", { number: 3 }) });
  await expect.element(page.getByRole("button", { name: named, exact: true })).toBeDisabled();
});

const held = { state: "held", locked: true, since: ago(900), confirmedAt: ago(895), reason: "Pump repair" } as const;

test("one's own lock is released without a reason, a colleague's only with one and a word of who is at work", async () => {
  const lock = (by: typeof colleague) => ({ on: false, lock: fakeLock({ ...held, by }) });
  await showCard({ output: lock({ userId: fakeUserId, name: "Daniela" }) });
  const output = sayOf("shared:output.relay", { number: 3 });
  const release = page.getByRole("button", { name: say("lock.releaseNamed", { output }), exact: true });
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: say("lock.release"), exact: true });
  await release.click();
  await expect.element(dialog.getByRole("textbox")).not.toBeInTheDocument();
  await confirm.click();
  await expect.poll(() => locks).toEqual([[false, undefined]]);

  await showCard({ output: lock(colleague) });
  await release.click();
  await expect.element(dialog.getByText(say("lock.releaseOther", { who: colleague.name }))).toBeVisible();
  await confirm.click();
  await expect.element(dialog.getByText(say("lock.reasonMissing"))).toBeVisible();
  await userEvent.fill(dialog.getByRole("textbox"), "Amina has gone home");
  await confirm.click();
  await expect.poll(() => locks.at(-1)).toEqual([false, "Amina has gone home"]);
});

test("a lock of which only the controller knows is released with a reason, after a word of who may rely on it", async () => {
  const lock = fakeLock({ ...held, by: { userId: controllerUserId, name: null }, reason: null });
  await showCard({ output: { on: false, lock } });
  await expect.element(page.getByText(say("lock.onSite", { since: since(900) }))).toBeVisible();
  const output = sayOf("shared:output.relay", { number: 3 });
  await page.getByRole("button", { name: say("lock.releaseNamed", { output }), exact: true }).click();
  const dialog = page.getByRole("dialog", { name: say("lock.releaseTitle", { output, container: "Lodwar" }) });
  await expect.element(dialog.getByText(say("lock.releaseOnSite"))).toBeVisible();
  await userEvent.fill(dialog.getByRole("textbox"), "Nobody is there");
  await dialog.getByRole("button", { name: say("lock.release"), exact: true }).click();
  await expect.poll(() => locks).toEqual([[false, "Nobody is there"]]);
});

test("a lock on what is still on warns that it does not switch it off, before it is taken and while it holds", async () => {
  const warning = () => page.getByText(say("lock.on"), { exact: true });
  await renderState(stories, "output-lock", "held while on");
  await expect.element(warning()).toBeVisible();
  await expect.element(page.getByText(say("lock.heldOn", { at: at(895) }))).toBeVisible();
  await renderState(stories, "output-lock", "held");
  await expect.element(page.getByText(say("lock.held", { at: at(895) }))).toBeVisible();
  await expect.element(warning()).not.toBeInTheDocument();
  for (const isOn of [true, false]) {
    await showCard({ output: { on: isOn } });
    const output = sayOf("shared:output.relay", { number: 3 });
    await page.getByRole("button", { name: say("lock.takeNamed", { output }), exact: true }).click();
    const dialog = page.getByRole("dialog");
    await expect.element(dialog.getByText(say("lock.takeWhy"))).toBeVisible();
    const shown = expect.element(dialog.getByText(say("lock.takeOn")));
    await (isOn ? shown.toBeVisible() : shown.not.toBeInTheDocument());
    const act = say(isOn ? "lock.takeAsIs" : "lock.take");
    await expect.element(dialog.getByRole("button", { name: act, exact: true })).toBeVisible();
  }
});

test("a question stays as it was asked while the lock changes before its answer has come", async () => {
  const lock = fakeLock({ ...held, by: { userId: fakeUserId, name: "Daniela" } });
  await showCard({ output: { on: false, lock }, lockThen: fakeLock() });
  const output = sayOf("shared:output.relay", { number: 3 });
  await page.getByRole("button", { name: say("lock.releaseNamed", { output }), exact: true }).click();
  const dialog = page.getByRole("dialog", { name: say("lock.releaseTitle", { output, container: "Lodwar" }) });
  await dialog.getByRole("button", { name: say("lock.release"), exact: true }).click();
  await expect
    .element(page.getByText(say("lock.own", { since: since(900), reason: "Pump repair" })))
    .not.toBeInTheDocument();
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByRole("textbox")).not.toBeInTheDocument();
});

test("a lock that is being released is taken back by its holder, and not released once more", async () => {
  const output = () => sayOf("shared:output.relay", { number: 3 });
  const named = (act: "take" | "release") =>
    page.getByRole("button", { name: say(`lock.${act}Named`, { output: output() }), exact: true });
  const releasing = { ...held, state: "releasing", by: { userId: fakeUserId, name: "Daniela" } } as const;
  await showCard({ output: { on: false, lock: fakeLock(releasing) } });
  await expect.element(named("take")).toBeVisible();
  await expect.element(named("release")).not.toBeInTheDocument();
  await renderState(stories, "output-lock", "releasing");
  await expect.element(page.getByText(say("lock.asking"))).toBeVisible();
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
  await renderState(stories, "output-lock", "cannot lock");
  await expect.element(page.getByText(say("lock.fault", { reason: say("reason.unsupported") }))).toBeVisible();
  await expect.element(page.getByText(say("lock.asking"))).not.toBeInTheDocument();
});

test("a lock counts only once the controller has confirmed it, and from the moment it is asked for nothing is switched", async () => {
  const state = (name: string) => renderState(stories, "output-lock", name);
  for (const name of ["requested", "releasing"]) {
    await state(name);
    await expect.element(page.getByText(say("lock.requested"))).toBeVisible();
    await expect.element(relay()).toHaveAttribute("aria-disabled", "true");
  }
  await state("held");
  await expect.element(page.getByText(say("lock.requested"))).not.toBeInTheDocument();
  await expect.element(page.getByText(say("lock.held", { at: at(895) }))).toBeVisible();
  for (const name of ["held", "held while on", "held by oneself"]) {
    await state(name);
    await expect.element(relay()).toHaveAttribute("aria-disabled", "true");
  }
});
