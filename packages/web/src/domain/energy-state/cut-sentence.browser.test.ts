import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { clock, part, show } from "./energy-sentence.fixture.ts";

test("loads that are cut: since when, how long, and when they are expected back", async () => {
  await show("cut");
  await expect
    .element(part())
    .toHaveTextContent(`Loads cut since ${clock(-11.5)} (11 h 30). Expected back about ${clock(3.5)}`);
  await show("cut yesterday, back tomorrow");
  const since = `${clock(-20, "dayMonth")}, ${clock(-20)}`;
  await expect
    .element(part())
    .toHaveTextContent(`Loads cut since ${since} (20 h). Expected back on ${clock(20, "weekday")} about ${clock(20)}`);
  await show("cut for days");
  await expect.element(part()).toHaveTextContent("(3 d 4 h)");
});

test("what is wrong stands out from what belongs to it", async () => {
  await show("cut");
  const colorOf = (text: RegExp) => getComputedStyle(page.getByText(text).last().element()).color;
  expect(colorOf(/Expected back/)).toBe(getComputedStyle(document.body).color);
  expect(colorOf(/^Loads cut/)).not.toBe(colorOf(/Expected back/));
});

test("a part of the loads that is cut: since when, and when the rest will be, as far as that is known now", async () => {
  await show("cut in part");
  await expect
    .element(part())
    .toHaveTextContent(
      `Part of the loads cut by protection since ${clock(-2)} (2 h). The rest will be cut at about ${clock(7.6)}, in 8 h`,
    );
  await show("cut in part and silent");
  await expect
    .element(part())
    .toHaveTextContent(`Part of the loads cut by protection since ${clock(-9)}, last known 3 h ago`);
  await expect.element(part()).not.toHaveTextContent("The rest");
});

test("what is cut is said by name, a street light as well, and of many only the first", async () => {
  await show("cut in part, by name");
  await expect
    .element(part())
    .toHaveTextContent(`Fridge and Street light 2 cut by protection since ${clock(-2)} (2 h)`);
  await show("cut in part, by name", "fr");
  const since = clock(-2, "time", "fr");
  await expect
    .element(part())
    .toHaveTextContent(`Fridge et Lampadaire 2 hors tension depuis ${since} (2 h), coupure par la protection`);
  await show("cut in part, many");
  await expect
    .element(part())
    .toHaveTextContent(`Fridge, Water pump, Mill and 2 more cut by protection since ${clock(-2)} (2 h). The rest will`);
  await show("cut in part, by name and silent");
  await expect.element(part()).toHaveTextContent(`Fridge cut by protection since ${clock(-9)}, last known 3 h ago`);
});

test("why it is cut is said where it is known, for each where the causes differ, and when a phase is tried again", async () => {
  await show("cut in part, over its limit");
  await expect
    .element(part())
    .toHaveTextContent(
      `Phase L3 cut by phase control since ${clock(-0.1)} (6 min): power over the limit of 2.00 kW, 3 times in a row. Phase L3 is tried again at about ${clock(0.2)}`,
    );
  await show("cut in part, low charge");
  await expect
    .element(part())
    .toHaveTextContent(`Fridge and Pump cut by load protection since ${clock(-2)} (2 h): charge below 35 %`);
  await show("cut in part, several causes");
  await expect
    .element(part())
    .toHaveTextContent(
      `Sleeping huts (charge below 35 %) and Phase L3 (power over the limit of 2.00 kW) cut by protection since ${clock(-2)} (2 h). No supply for Air conditioner (off: Sleeping huts)`,
    );
  await show("cut in part, low charge", "fr");
  await expect
    .element(part())
    .toHaveTextContent(
      `Fridge et Pump hors tension depuis ${clock(-2, "time", "fr")} (2 h), coupure par la protection des charges : charge de la batterie sous 35 %`,
    );
});

test("where something runs although loads are cut, the sentence says so, and what it is where that is known", async () => {
  await show("cut, something runs");
  await expect.element(part()).toHaveTextContent(/^Loads cut since .* \(2\sh\); 117\sW still runs\. Return not known$/);
  await show("cut, known things run");
  await expect.element(part()).toHaveTextContent(/; 117\sW still runs: air conditioner, DC loads\. Return not known$/);
  await show("cut, known things run", "fr");
  await expect
    .element(part())
    .toHaveTextContent(
      /\s; 117\sW encore alimentés\s: climatiseur, charges en courant continu\. Heure de retour inconnue$/,
    );
});

test("of a container that went silent, the cut is the last that is known", async () => {
  await show("cut and silent");
  await expect.element(part()).toHaveTextContent(/^Loads cut since .*, last known 3 h.* ago$/);
});

test("a cut that has ended is named after the state: from when to when and how long, or of several how long in all", async () => {
  await show("was cut");
  const [half] = clock(-0.4).match(/\s[ap]m$/) ?? [""];
  await expect
    .element(part())
    .toHaveTextContent(`Supplied. Loads were cut from ${clock(-0.5).replace(half, "")} to ${clock(-0.4)} (8 min)`);
  await show("was cut several times");
  // The first one within a day is no beginning: it would move on with the clock.
  await expect
    .element(part())
    .toHaveTextContent(`Loads were cut 3 times in the last 24 hours, until ${clock(-1)} (1 h 35 in all)`);
  await show("was cut several times", "fr");
  await expect
    .element(part())
    .toHaveTextContent(/Charges coupées 3 fois ces dernières 24 heures, jusqu’(à|au) .* \(1 h 35 en tout\)$/);
  await show("was cut since the day before");
  await expect.element(part()).toHaveTextContent(
    // Both ends have their day where these are two.
    `Loads were cut 3 times from ${clock(-30, "dayMonth")}, ${clock(-30)} to ${clock(-1, "dayMonth")}, ${clock(-1)} (8 h 30 in all)`,
  );
  await show("was cut yesterday", "fr");
  await expect.element(part()).toHaveTextContent(/Charges coupées le [\d/]+ entre \d[^ ]*.* et \d.* \(1 h 30\)$/);
  await show("was cut yesterday");
  await expect.element(part()).toHaveTextContent(/Loads were cut on [\d/]+ from \d.* to \d.* \(1 h 30\)$/);
});

test("loads that are cut again are shown with the cuts before, so that nobody takes it for the first one", async () => {
  await show("cut again");
  await expect.element(part()).toHaveTextContent(/^Loads cut since [^.]*\. Return not known\. Loads were cut from .*$/);
});

test("a cut of another day has its date before both ends, and the half of the day is named at both where it is after twelve", async () => {
  await show("was cut a day ago");
  const [half] = clock(-21).match(/\s[ap]m$/) ?? [""];
  await expect
    .element(part())
    .toHaveTextContent(
      `Loads were cut on ${clock(-23, "dayMonth")} from ${clock(-23).replace(half, "")} to ${clock(-21)} (2 h)`,
    );
  await show("was cut since midnight");
  await expect.element(part()).toHaveTextContent(`from ${clock(-11.5)} to ${clock(-2.8)} (8 h 42)`);
});
