import type { Works } from "@offgrid/contract/works/works.schema";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { ago, colleague, fakeNow, fakeUserId, fakeZone } from "../../../domain/commands/command.fake.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, looks, render, say as sayOf } from "../../../testing/render.tsx";
import { WorksNote } from "../header/works-note.tsx";
import { WorksDialog } from "../../../domain/works/works-dialog.tsx";
import { WorksLines } from "../../../domain/works/works-lines.tsx";
import type { WorksPlan } from "../../../domain/works/works.data.ts";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`works:${key}`, values);
const hourMs = 3_600_000;
const fakeWorks = (given: Partial<Works> = {}): Works => ({
  worksId: "w-1",
  containerId: "lodwar",
  state: "active",
  reason: "New batteries",
  by: { userId: fakeUserId, name: "Daniela Okoth" },
  startsAt: ago(3_600),
  endsAt: ago(-3_600),
  endedAt: null,
  knowledge: "known",
  ...given,
});
const button = (key: string) => page.getByRole("button", { name: say(key), exact: true });

test("one's own works are ended and extended by one press; those of another person need a reason", async () => {
  await loadTexts("works", "command-words", "ui");
  for (const look of axeLooks) {
    const ended: unknown[] = [];
    const show = (works: Works) =>
      render(
        () => (
          <WorksLines
            works={[works, fakeWorks({ worksId: "w-0", state: "ended", endedAt: ago(90_000) })]}
            container="Lodwar"
            zone={fakeZone}
            userId={fakeUserId}
            mayChange
            onExtend={async () => void ended.push("extended")}
            onEnd={async (_, reason) => void ended.push(reason)}
          />
        ),
        look,
      );
    await show(fakeWorks({ state: "overrun" }));
    await expect.element(page.getByText(say("askOverrun"))).toBeVisible();
    await button("extend").click();
    await button("end").click();
    await expect.poll(() => ended).toEqual(["extended", undefined]);
    await show(fakeWorks({ by: colleague }));
    await expect.element(button("extend")).not.toBeInTheDocument();
    await expectAccessible();
    await button("end").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: say("end"), exact: true }).click();
    await expect.element(dialog.getByText(say("endQuestion.missing"), { exact: true })).toBeVisible();
    await expectFittingWords();
    await userEvent.fill(dialog.getByLabelText(say("endQuestion.reason"), { exact: true }), "Amina has left");
    await dialog.getByRole("button", { name: say("end"), exact: true }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(ended).toEqual(["extended", undefined, "Amina has left"]);
  }
});

test("planned works begin at the container's time, and what lies behind is not taken", async () => {
  await loadTexts("works", "command-words", "ui");
  const plans: WorksPlan[] = [];
  const show = () => (
    <WorksDialog
      container="Lodwar"
      now={fakeNow}
      zone={fakeZone}
      onAnnounce={async (plan) => void plans.push(plan)}
      onClose={() => undefined}
    />
  );
  for (const look of looks) {
    plans.length = 0;
    await render(show, look);
    await expect.element(page.getByText(say("question.silence"), { exact: true })).toBeVisible();
    const announce = button("announce");
    await announce.click();
    await expect.element(page.getByText(say("question.missing"), { exact: true })).toBeVisible();
    await userEvent.fill(page.getByLabelText(say("question.reason"), { exact: true }), "New batteries");
    await page.getByLabelText(say("question.begins"), { exact: true }).selectOptions("later");
    // What is empty is what is wrong.
    await announce.click();
    const [day, time] = ["question.day", "question.time"].map((key) => page.getByLabelText(say(key), { exact: true }));
    await expect.element(day!).toHaveAttribute("aria-invalid", "true");
    await expect.element(time!).not.toHaveAttribute("aria-invalid", "true");
    await userEvent.fill(page.getByLabelText(say("question.day"), { exact: true }), "20/11/2026");
    await announce.click();
    await expect.element(time!).toHaveAttribute("aria-invalid", "true");
    await expect.element(day!).not.toHaveAttribute("aria-invalid", "true");
    const title = getComputedStyle(page.getByRole("heading").first().element());
    expect(Number.parseFloat(title.lineHeight) / Number.parseFloat(title.fontSize)).toBeGreaterThan(1.3);
    await expect.element(page.getByText(say("question.badStart"), { exact: true })).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
    await userEvent.fill(page.getByLabelText(say("question.time"), { exact: true }), "21:30");
    await announce.click();
    const startsAtMs = Date.UTC(2026, 10, 20, 18, 30);
    await expect
      .poll(() => plans)
      .toEqual([{ reason: "New batteries", startsAtMs, endsAtMs: startsAtMs + 2 * hourMs }]);
  }
});

test("the header says who works there until when, and that they were to be over", async () => {
  await loadTexts("container", "container-facts");
  const brief = { worksId: "w-1", by: colleague, reason: "New batteries", since: ago(3_600) };
  const show = (until: string) =>
    render(() => <WorksNote works={{ ...brief, until }} zone={fakeZone} now={fakeNow} />, { language: "en" });
  await show(ago(-3_600));
  await expect.element(page.getByText(/Amina Diallo, until 8:45.pm$/)).toBeVisible();
  await render(() => <WorksNote works={{ ...brief, until: ago(-3 * 86_400) }} zone={fakeZone} now={fakeNow} />, {
    language: "fr",
  });
  await expect.element(page.getByText(/Amina Diallo, jusqu’au \d\d\/\d\d\/\d{4}/)).toBeVisible();
  await show(ago(3_600));
  await expect.element(page.getByText(/Amina Diallo, was to be over at 6:45.pm$/)).toBeVisible();
  await show(ago(-86_400));
  await expect.element(page.getByText(/until 21\/11\/2026, 7:45.pm$/)).toBeVisible();
});
