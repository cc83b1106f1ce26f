import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";

import { setReachable } from "../../core/api/reach.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { fakeNowMs } from "../../domain/containers/container-row.fake.ts";
import { fakeIncident } from "../../domain/incidents/incident.fake.ts";
import { OpenIncidents } from "../../domain/incidents/open-incidents.tsx";
import { render, say } from "../../testing/render.tsx";
import { AwayReason } from "../../ui/away-acts.tsx";
import { IncidentLine } from "./incident-line.tsx";

const gao = { containerId: "gao", name: "Gao", zoneName: "Africa/Bamako" };

test("without a connection nothing can be done about an incident, with the reason; with one, all of it can", async () => {
  await Promise.all([loadTexts("warning-history", "incidents", "container-facts", "ui", "shared"), timeReady()]);
  const done: string[] = [];
  const acts = {
    onAcknowledge: () => void done.push("acknowledge"),
    onMute: () => void done.push("mute"),
    onMerge: () => void done.push("merge"),
    onWithdraw: () => () => void done.push("withdraw"),
    onWorks: () => void done.push("works"),
  };
  const [muted, other] = [fakeIncident({ id: "i2", mutedUntil: "2026-11-25T12:00:00.000Z" }), fakeIncident()];
  const line = (incident: typeof other) => (
    <IncidentLine key={incident.id} incident={incident} now={fakeNowMs} isOpened onToggle={() => {}} acts={acts} />
  );
  const draw = async (isReachable: boolean) => {
    setReachable(isReachable);
    onTestFinished(() => setReachable(true));
    await render(() => (
      <>
        <AwayReason />
        {[muted, other].map(line)}
        <OpenIncidents
          title="Open"
          incidents={[fakeIncident({ id: "i3" })]}
          total={1}
          container={gao}
          alarms={[]}
          now={fakeNowMs}
          onAcknowledge={acts.onAcknowledge}
        />
      </>
    ));
  };
  const reason = say("shared:error.away_act");
  const all = () => page.getByRole("link", { name: say("incidents:card.all") }).element();
  // What shows its details needs no portal.
  const buttons = () =>
    page
      .getByRole("button")
      .elements()
      .filter((one) => !one.hasAttribute("aria-controls"));

  await draw(false);
  await expect.element(page.getByText(reason).first()).toBeVisible();
  // It stands on a line of its own, and does not run into what comes after it.
  const last = page.getByText(reason).last().element();
  expect(last.getBoundingClientRect().bottom).toBeLessThanOrEqual(all().getBoundingClientRect().top);
  expect(buttons()).toHaveLength(11);
  for (const button of buttons()) {
    expect(button).toHaveAttribute("aria-disabled", "true");
    expect(button).toHaveAccessibleDescription(reason);
    (button as HTMLElement).click();
  }
  await expect.element(page.getByRole("menuitem").first()).not.toBeInTheDocument();
  expect(done).toEqual([]);

  await draw(true);
  await expect.element(page.getByText(reason).first()).not.toBeInTheDocument();
  for (const button of buttons()) (button as HTMLElement).click();
  await page.getByRole("menuitem").first().click();
  expect(done.toSorted()).toEqual([
    "acknowledge",
    "acknowledge",
    "acknowledge",
    "merge",
    "merge",
    "mute",
    "mute",
    "withdraw",
    "withdraw",
    "works",
    "works",
  ]);
});
