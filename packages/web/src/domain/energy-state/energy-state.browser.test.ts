import { energyLevels } from "@offgrid/contract/energy-state/energy-levels";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { formatTime } from "../../core/time.ts";
import { plainSpaces } from "../../testing/plain-spaces.ts";
import { renderState, say } from "../../testing/render.tsx";
import { nowMs, zone } from "../../testing/samples.ts";
import { stories } from "./energy-state.stories.tsx";

const part = () => page.getByTestId("part");
const clock = (hours: number, shape: "time" | "weekday" | "dayMonth" = "time", language: "en" | "fr" = "en") =>
  plainSpaces(formatTime(nowMs + hours * 3_600_000, shape, zone, language));
const show = (state: string, language: "en" | "fr" = "en") =>
  renderState(stories, "energy-sentence", state, { language });

test("each state of energy has a shape and a word, never a colour alone", async () => {
  const shapes = new Set<string>();
  for (const level of energyLevels) {
    await renderState(stories, "energy-mark", level);
    await expect
      .element(page.getByText(say(`energy-state:word.${level}`, { count: 1 }), { exact: true }))
      .toBeVisible();
    shapes.add(document.querySelector("svg")?.innerHTML ?? "");
  }
  expect(shapes.size).toBe(energyLevels.length);
});

test("while nothing comes, what was well is said to have been, in no colour; what was wrong stays as it is", async () => {
  await renderState(stories, "energy-mark", "was normal");
  await expect.element(page.getByText(say("energy-state:was.normal", { count: 1 }), { exact: true })).toBeVisible();
  await renderState(stories, "energy-mark", "were normal", { language: "fr" });
  await expect.element(page.getByText("Étaient alimentés", { exact: true })).toBeVisible();
  expect(document.querySelector("svg")).not.toHaveAttribute("data-level");
  await renderState(stories, "energy-mark", "was charging");
  await expect.element(page.getByText("Was charging", { exact: true })).toBeVisible();
  await renderState(stories, "energy-mark", "was full", { language: "fr" });
  await expect.element(page.getByText("La batterie était pleine", { exact: true })).toBeVisible();
  await renderState(stories, "energy-mark", "last known cut");
  await expect.element(page.getByText(say("energy-state:word.cut"), { exact: true })).toBeVisible();
  expect(document.querySelector("svg")).toHaveAttribute("data-level", "cut");
});

test("a word that is not shown is still read out", async () => {
  await renderState(stories, "energy-mark", "word hidden");
  await expect.element(page.getByText(say("energy-state:word.cut"), { exact: true })).toBeInTheDocument();
});

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
    .toHaveTextContent(`Fridge et Lampadaire 2 : courant coupé par la protection depuis ${since} (2 h)`);
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
      `Sleeping huts (charge below 35 %) and Phase L3 (power over the limit of 2.00 kW) cut by protection since ${clock(-2)} (2 h). No supply for Air conditioner: Sleeping huts is off`,
    );
  await show("cut in part, low charge", "fr");
  await expect
    .element(part())
    .toHaveTextContent(
      `Fridge et Pump : courant coupé par la protection des charges depuis ${clock(-2, "time", "fr")} (2 h), charge de la batterie sous 35 %`,
    );
});

test("the return of power is said with the instants between which it is likely, as far as they are known", async () => {
  await show("cut, back in a range");
  const back = `Expected back about ${clock(3.5)}, likely between ${clock(2.5)} and ${clock(14, "weekday")}, ${clock(14)}`;
  await expect.element(part()).toHaveTextContent(back);
  await show("cut, back in a wide range");
  const latest = `${clock(27, "weekday")}, ${clock(27)}`;
  await expect.element(part()).toHaveTextContent(`Expected back about ${clock(3.5)}, likely before ${latest}`);
  await expect.element(part()).not.toHaveTextContent(/between/);
  await show("cut, back within the hour");
  const [half] = clock(3.9).match(/\s[ap]m$/) ?? [""];
  await expect.element(part()).toHaveTextContent(`likely between ${clock(3.2).replace(half, "")} and ${clock(3.9)}`);
  await show("cut, back or not");
  await expect.element(part()).toHaveTextContent(`Expected back about ${clock(3.5)}, likely not before ${clock(2.5)}`);
});

test("a return whose forecast the panels have lately missed is given no instant, which would move away with the clock", async () => {
  const causes = {
    "cut, back in doubt": /less than forecast$/,
    "cut, return uncertain": /6\s?% of what was forecast$/,
  };
  for (const [state, cause] of Object.entries(causes)) {
    await show(state);
    await expect.element(part()).toHaveTextContent("(11 h 30). Return not known: the panels lately gave");
    await expect.element(part()).toHaveTextContent(cause);
    await expect.element(part()).not.toHaveTextContent(clock(2.5));
    await expect.element(part()).not.toHaveTextContent(clock(3.5));
  }
});

test("where loads are cut and nothing is expected, or what was has passed, the return is said not to be known", async () => {
  await show("cut for days");
  await expect.element(part()).toHaveTextContent(/\(3\sd\s4\sh\)\. Return not known$/);
  await show("cut, back was expected");
  await expect.element(part()).toHaveTextContent(/^Loads cut since [^.]* \(11\sh\s30\)\. Return not known$/);
});

test("a short range of a return is not said", async () => {
  await show("cut, back soon");
  await expect.element(part()).toHaveTextContent(new RegExp(`Expected back about ${clock(0.2)}$`));
});

test("where something runs although loads are cut, the sentence says so, and what it is where that is known", async () => {
  await show("cut, something runs");
  await expect.element(part()).toHaveTextContent(/^Loads cut since .* \(2\sh\); 117\sW still runs\. Return not known$/);
  await show("cut, known things run");
  await expect.element(part()).toHaveTextContent(/; 117\sW still runs: air conditioning, DC loads\. Return not known$/);
  await show("cut, known things run", "fr");
  await expect
    .element(part())
    .toHaveTextContent(
      /\s; 117\sW encore alimentés\s: climatisation, charges en courant continu\. Heure de retour inconnue$/,
    );
});

test("without a connection no sentence counts on: each says at once how long ago that was known", async () => {
  await show("cut, no connection");
  await expect.element(part()).toHaveTextContent(`Loads cut since ${clock(-3.2)}, last known 1 min ago`);
  await expect.element(part()).not.toHaveTextContent("3 h 12");
  await show("below reserve, no connection");
  await expect.element(part()).toHaveTextContent(/^Below reserve \(18\s%\), last known 1\smin ago$/);
  await show("generator running, no connection");
  await expect.element(part()).toHaveTextContent(/^Generator running, .*, last known 1\smin ago$/);
});

test("beside the first charge that has come nothing says that it is not measured", async () => {
  await show("charge just came");
  await expect.element(part()).toHaveTextContent(say("energy-state:word.unknown"));
});

test("of a container that went silent, the cut is the last that is known", async () => {
  await show("cut and silent");
  await expect.element(part()).toHaveTextContent(/^Loads cut since .*, last known 3 h.* ago$/);
});

test("of a container that went silent before a cut, the warning is the last that is known, also past its time", async () => {
  await show("ahead and silent");
  const known = (at: number, age: string) => `at about ${clock(at)}, last known ${age}`;
  await expect.element(part()).toHaveTextContent(`Loads were to be cut ${known(1.9, "12 min ago")}`);
  await expect.element(part()).not.toHaveTextContent("Expected back");
  await show("ahead, passed in silence");
  await expect.element(part()).toHaveTextContent(/^Loads were to be cut .*, last known 3 h.* ago$/);
  await show("generator and silent");
  await expect.element(part()).toHaveTextContent(`Generator needed ${known(1.9, "12 min ago")}`);
  await show("ahead and silent", "fr");
  await expect.element(part()).toHaveTextContent(/^Coupure prévue vers .*, dernier état connu il y a 12\smin$/);
});

test("of a container in contact a late reading makes no past of a cut that lies ahead: its age is said beside it", async () => {
  const cut = `Loads will be cut at about ${clock(3.7)}, in 3 h 42`;
  await show("ahead, a late reading");
  await expect.element(part()).toHaveTextContent(`${cut} (as of 6 min ago)`);
  await show("generator, a late reading");
  await expect.element(part()).toHaveTextContent(/^Generator needed at .*, in 1\sh\s54 \(as of 6\smin ago\)$/);
  await show("ahead, a late reading", "fr");
  await expect.element(part()).toHaveTextContent(/^Coupure prévue vers .* \(données d’il y a 6\smin\)$/);
  await show("ahead and collected");
  await expect.element(part()).toHaveTextContent(new RegExp(`^${cut.replaceAll(" ", "\\s")}$`));
});

test("loads that will be cut: when, and in how many hours", async () => {
  await show("ahead");
  await expect.element(part()).toHaveTextContent(`Loads will be cut at about ${clock(7.6)}, in 8 h. Expected back on`);
  await show("at any moment");
  await expect.element(part()).toHaveTextContent(/^Loads may be cut at any moment$/);
});

test("with a generator it is said that it is needed, not that loads are cut", async () => {
  await show("generator");
  await expect.element(part()).toHaveTextContent(`Generator needed at about ${clock(0.8)}, in 48 min`);
  await expect.element(part()).not.toHaveTextContent(/cut/i);
});

test("a generator that runs is said with its power and what it does, and not as one that is needed", async () => {
  await show("generator charges");
  await expect.element(part()).toHaveTextContent(/^Generator running, 11\.9\skW, charging the battery$/);
  await show("generator supplies");
  await expect.element(part()).toHaveTextContent(/^Generator running, 2\.1\d?\skW, supplying the loads$/);
  await show("generator runs");
  await expect.element(part()).toHaveTextContent(/^Generator running$/);
  await show("generator too weak");
  await expect
    .element(part())
    .toHaveTextContent(/^Loads will be cut at .*\. Generator running, 2\.1\d?\skW, not enough for the loads$/);
  await show("generator charges", "fr");
  await expect.element(part()).toHaveTextContent(/^Groupe électrogène en marche, 11,9\skW, il charge la batterie$/);
});

test("a low charge and an unknown one are said with their figure and age", async () => {
  await show("below reserve");
  await expect.element(part()).toHaveTextContent(/^Below reserve \(18\s%\)$/);
  await show("unknown");
  await expect.element(part()).toHaveTextContent(/^State of charge not known, last measured 3 h.* ago$/);
  await show("never known");
  await expect.element(part()).toHaveTextContent("State of charge not measured");
});

test("of a part of the loads that is cut it is said when it is expected back", async () => {
  await show("cut in part, back soon");
  await expect
    .element(part())
    .toHaveTextContent(
      `Part of the loads cut by protection since ${clock(-2)} (2 h). Expected back about ${clock(3.5)}`,
    );
});

test("after a link that dropped for some minutes, the state is the last known one, with its age", async () => {
  await show("normal, link lost");
  await expect.element(part()).toHaveTextContent(/^Supplied, last known 6 min.* ago$/);
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
  await expect.element(part()).toHaveTextContent(/Charges coupées 1 fois entre le .* \(1 h 30\)$/);
});

test("loads that are cut again are shown with the cuts before, so that nobody takes it for the first one", async () => {
  await show("cut again");
  await expect.element(part()).toHaveTextContent(/^Loads cut since [^.]*\. Return not known\. Loads were cut from .*$/);
});

test("the half of the day is named at both ends where one would be read wrongly: after a date, and after twelve", async () => {
  await show("was cut a day ago");
  await expect
    .element(part())
    .toHaveTextContent(`from ${clock(-23, "dayMonth")}, ${clock(-23)} to ${clock(-21)} (2 h)`);
  await show("was cut since midnight");
  await expect.element(part()).toHaveTextContent(`from ${clock(-11.5)} to ${clock(-2.8)} (8 h 42)`);
});

test("in French the same sentences are French", async () => {
  await show("cut", "fr");
  await expect
    .element(part())
    .toHaveTextContent(
      `Charges coupées depuis ${clock(-11.5, "time", "fr")} (11 h 30). Retour prévu vers ${clock(3.5, "time", "fr")}`,
    );
  await show("ahead", "fr");
  await expect.element(part()).toHaveTextContent(`Coupure prévue vers ${clock(7.6, "time", "fr")}, dans 8 h`);
  await show("generator", "fr");
  await expect.element(part()).toHaveTextContent(/^Groupe électrogène requis vers /);
});

test("hours left have one shape: rounded hours, with their minutes below six", async () => {
  const texts: Record<string, RegExp> = {
    cut: /^cut now$/,
    hours: /^24\sh$/,
    "below six": /^5\sh\s48$/,
    "nearly two": /^1\sh\s56$/,
    minutes: /^46\smin$/,
    moment: /^< 1\smin$/,
    lasting: /^> 48\sh$/,
    "lasting probably": /^> 48\sh 30\s% chance of a cut$/,
    "at this power": /^1\sh\s44 at this power$/,
    generator: /^on generator$/,
  };
  for (const [state, text] of Object.entries(texts)) {
    await renderState(stories, "hours-left", state);
    await expect.element(part()).toHaveTextContent(text);
  }
});

test("a dash says why there are no hours left to tell", async () => {
  await renderState(stories, "hours-left", "learning");
  await expect.element(part()).toHaveTextContent(`— ${say("energy-state:hoursLeft.why.learning")}`);
  await renderState(stories, "hours-left", "blind");
  await expect.element(part()).toHaveTextContent(/^— State of charge not known, last measured 5 h.* ago$/);
});
