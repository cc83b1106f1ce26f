import { cutAttribute } from "@offgrid/contract/warnings/cut-attribute";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { fakeContainer, fakeEnergy, fakeNowMs, minutesAgo } from "../../../domain/containers/container-row.fake.ts";
import { fakeIncident } from "../../../domain/incidents/incident.fake.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, type Look, render, say } from "../../../testing/render.tsx";
import { ContainerHeader, type ContainerHeaderProps } from "./container-header.tsx";
import { type KnownContainer, knownFromRow } from "./known-container.ts";

async function show(known: KnownContainer, look?: Look, more: Partial<ContainerHeaderProps> = {}): Promise<void> {
  await loadTexts("container", "container-facts", "energy-state");
  const rest = { title: "lodwar", switches: null, now: fakeNowMs, isComing: false, onStar: vi.fn(), ...more };
  await render(() => <ContainerHeader known={known} {...rest} />, look);
}

const isPhone = (look?: Look) => look?.width === 400;

/** A warning that speaks for an incident of its own. */
const incidentOf = (severity: "critical" | "warning", content: string, attribute: string | null = null) =>
  fakeIncident({
    id: `i-${content}`,
    severity,
    cause: "single",
    worst: { id: "w1", containerName: "Lodwar", content, attribute, value: null, raisedBy: null },
  });

test("what rules have raised is counted under the name of the container, and leads to its list", async () => {
  for (const look of axeLooks) {
    await show(knownFromRow(fakeContainer({ openWarnings: { count: 2, worst: "critical" } })), look);
    const words = isPhone(look) ? "container:warnings" : "container-facts:trouble.rule_warning";
    const link = page.getByRole("link", { name: say(words, { count: 2 }) });
    await expect.element(link).toHaveAttribute("href", expect.stringContaining("container="));
    await expectFittingWords();
    await expectAccessible();
  }
});

test("what the battery reports stands there in words, and is not counted once more beside them", async () => {
  const link = (name: "rule_warning" | "more_warnings", count: number) =>
    page.getByRole("link", { name: say(`container-facts:trouble.${name}`, { count }) });
  await show(knownFromRow(fakeContainer({ alarms: ["spread"], openWarnings: { count: 2, worst: "critical" } })));
  // What a rule has called critical is not "more" behind something less grave.
  await expect.element(link("rule_warning", 3)).toBeVisible();
  const alarm = page.getByRole("link", { name: say("container-facts:alarm.spread") });
  await expect.element(alarm).not.toBeInTheDocument();
  // "More" follows what there is more than.
  const isBeforeAlarm = () =>
    link("more_warnings", 2).element().compareDocumentPosition(alarm.element()) & Node.DOCUMENT_POSITION_FOLLOWING;
  await show(knownFromRow(fakeContainer({ alarms: ["spread"], openWarnings: { count: 2, worst: "warning" } })));
  await expect.element(link("more_warnings", 2)).toBeVisible();
  expect(isBeforeAlarm()).toBeFalsy();
  await show(knownFromRow(fakeContainer({ alarms: ["spread"] })));
  await expect.element(link("more_warnings", 1)).not.toBeInTheDocument();
  await show(knownFromRow(fakeContainer({ openWarnings: { count: 1, worst: "info" } })));
  await expect.element(link("rule_warning", 1)).toBeVisible();
});

test("the gravest of all that is open is named under the name and leads to it, and the others are counted after it", async () => {
  const known = knownFromRow(fakeContainer({ alarms: ["cold"], openWarnings: { count: 3, worst: "critical" } }));
  const incidents = [incidentOf("critical", "Pump house dark"), incidentOf("warning", "Door open")];
  for (const look of axeLooks) {
    await show(known, look, { incidents });
    const named = page.getByRole("link", { name: "Pump house dark" });
    await expect.element(named).toHaveAttribute("href", expect.stringContaining("incident=i-Pump"));
    expect(named.element().querySelector("[data-state]")?.getAttribute("data-state")).toBe("critical");
    const words = isPhone(look) ? "container:moreWarnings" : "container-facts:trouble.more_warnings";
    const more = page.getByRole("link", { name: say(words, { count: 3 }), exact: true });
    await expect.element(more).toHaveAttribute("href", expect.stringContaining("state=open"));
    await expect.element(page.getByText(/Door open|Cold|froid/)).not.toBeInTheDocument();
    await expectFittingWords();
    await expectAccessible();
  }
});

test("a cut that the sentence tells of is not named once more: what is as grave is, or all are counted", async () => {
  const known = knownFromRow(
    fakeContainer({
      openWarnings: { count: 3, worst: "critical" },
      energy: fakeEnergy("cut", { since: minutesAgo(60) }),
    }),
  );
  const cut = incidentOf("critical", "Loads are cut", cutAttribute);
  const said = page.getByRole("link", { name: "Loads are cut" });
  await show(known, undefined, { incidents: [cut, incidentOf("critical", "Pump house dark")] });
  await expect.element(page.getByRole("link", { name: "Pump house dark" })).toBeVisible();
  const more = page.getByRole("link", { name: say("container-facts:trouble.more_warnings", { count: 2 }) });
  await expect.element(more).toBeVisible();
  await expect.element(said).not.toBeInTheDocument();
  await show(known, undefined, { incidents: [cut] });
  const all = page.getByRole("link", { name: say("container-facts:trouble.rule_warning", { count: 3 }) });
  await expect.element(all).toBeVisible();
  await expect.element(said).not.toBeInTheDocument();
  // Of loads that have power again it is the gravest that is open.
  await show({ ...known, energy: fakeEnergy("normal") }, undefined, { incidents: [cut] });
  await expect.element(said).toBeVisible();
});

test("beside a critical cut that the sentence tells of, nothing milder is named: all are counted, with the mark of lists", async () => {
  const row = fakeContainer({
    openWarnings: { count: 2, worst: "critical" },
    energy: fakeEnergy("cut", { since: minutesAgo(60) }),
  });
  const incidents = [
    incidentOf("critical", "Loads are cut", cutAttribute),
    incidentOf("warning", "Charge low", "battery.soc"),
  ];
  for (const [known, count] of [
    [knownFromRow(row), 2],
    [knownFromRow({ ...row, alarms: ["soh"] }), 3],
  ] as const) {
    await show(known, undefined, { incidents });
    const all = page.getByRole("link", { name: say("container-facts:trouble.rule_warning", { count }) });
    await expect.element(all).toBeVisible();
    expect(all.element().querySelector("[data-state]")?.getAttribute("data-state")).toBe("critical");
    await expect.element(page.getByText("Charge low")).not.toBeInTheDocument();
    await expect.element(page.getByText(say("container-facts:alarm.soh"))).not.toBeInTheDocument();
  }
});

test("nothing moves when the gravest comes in the place of the count, however long its words are", async () => {
  const known = knownFromRow(fakeContainer({ openWarnings: { count: 4, worst: "critical" } }));
  const long = "The inverter reports a fault of its second phase and has switched itself off ".repeat(3).trim();
  const height = () => document.querySelector("header")!.getBoundingClientRect().height;
  for (const width of [1280, 400])
    for (const language of ["en", "fr"] as const) {
      await show(known, { width, language }, { mayAsk: true });
      const before = height();
      await show(known, { width, language }, { incidents: [incidentOf("critical", long)], mayAsk: true });
      await expect.element(page.getByText(long, { exact: true })).toHaveAttribute("title", long);
      expect(height()).toBe(before);
      await expectFittingWords();
    }
});

test("while nobody knows what a rule has called critical, all are counted on every tab, and no lesser one is named", async () => {
  const known = knownFromRow(fakeContainer({ alarms: ["soh"], openWarnings: { count: 2, worst: "critical" } }));
  await show(known);
  const count = page.getByRole("link", { name: say("container-facts:trouble.rule_warning", { count: 3 }) });
  await expect.element(count).toHaveAttribute("href", expect.stringContaining("state=open"));
  await expect.element(page.getByText(say("container-facts:alarm.soh"))).not.toBeInTheDocument();
});

test("an alarm of the battery stands under the name on every tab, and leads to the batteries", async () => {
  await show(knownFromRow(fakeContainer({ alarms: ["no_charge", "soh"] })));
  const alarm = page.getByRole("link", { name: say("container-facts:alarm.no_charge") });
  await expect.element(alarm).toHaveAttribute("href", expect.stringContaining("tab=batteries"));
  await expect.element(page.getByText(say("container-facts:alarm.soh"))).toBeVisible();
  await show(knownFromRow(fakeContainer()));
  await expect.element(page.getByText(say("container-facts:alarm.soh"))).not.toBeInTheDocument();
});
