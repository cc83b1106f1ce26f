import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { setReachable } from "../../core/api/reach.ts";
import { formatTime } from "../../core/time.ts";
import { plainSpaces } from "../../testing/plain-spaces.ts";
import { renderState, say } from "../../testing/render.tsx";
import { nowMs, zone } from "../../testing/samples.ts";
import { stories } from "./blackout-card.stories.tsx";

const show = (state: string, language: "en" | "fr" = "en") =>
  renderState(stories, "blackout-card", state, { language });
const inHours = (hours: number) => nowMs + hours * 60 * 60_000;
const clock = (hours: number, language: "en" | "fr") => plainSpaces(formatTime(inHours(hours), "time", zone, language));
/** Of the blackout, which is tomorrow. */
const day = (language: "en" | "fr") => dayIn(15, language);
const dayIn = (hours: number, language: "en" | "fr") =>
  plainSpaces(formatTime(inHours(hours), "weekday", zone, language));

test("a cut ahead is one sentence with its hour, beside its chance and the range of the hour", async () => {
  await show("blackout");
  const card = page.getByTestId("part");
  await expect
    .element(card)
    .toHaveTextContent(`Loads will be cut on ${day("en")} at about ${clock(15, "en")}, in 15 h`);
  await expect
    .element(card)
    .toHaveTextContent(`80 % likely within 48 h, at the earliest ${dayIn(11, "en")}, ${clock(11, "en")}.`);
});

test("below the hour of a cut stands how likely one is within 48 h, and between which instants, but around none", async () => {
  const card = page.getByTestId("part");
  const at = (hours: number) =>
    `${plainSpaces(formatTime(inHours(hours), "weekday", zone, "en"))}, ${clock(hours, "en")}`;
  await show("sure to the minute");
  await expect.element(card.getByText("Almost certain within 48 h.", { exact: true })).toBeVisible();
  await show("within hours");
  await expect
    .element(card)
    .toHaveTextContent(`95 % likely within 48 h, at the earliest ${at(11)}, at the latest ${at(19)}.`);
  await show("within a day");
  await expect
    .element(card)
    .toHaveTextContent(`90 % likely within 48 h, at the earliest ${at(5)}, at the latest ${at(32)}.`);
  await show("almost certain within a day");
  await expect
    .element(card)
    .toHaveTextContent(`Loads will be cut on ${day("en")} at about ${clock(15, "en")}, in 15 h`);
  await expect
    .element(card)
    .toHaveTextContent(`Almost certain within 48 h, at the earliest ${at(5)}, at the latest ${at(32)}.`);
});

test("where the cut that was forecast has come and gone, no other is ruled out before the next forecast", async () => {
  await show("cut is over");
  await expect.element(page.getByText(`Charging. ${say("blackout:renewed")}`, { exact: true })).toBeVisible();
  await expect.element(page.getByText(say("blackout:safe"))).not.toBeInTheDocument();
});

test("without a connection no forecast is promised within minutes", async () => {
  onTestFinished(() => setReachable(true));
  setReachable(false);
  await show("cut is over");
  await expect.element(page.getByText(say("blackout:renewedLater"))).toBeVisible();
  await expect.element(page.getByText(say("blackout:renewed"))).not.toBeInTheDocument();
});

test("of a cut that has come its end is said, after that it is now, in place of the cut that is forecast", async () => {
  await show("cut now");
  const end = page.getByText(`Loads cut. Expected back about ${clock(3.5, "en")}`, { exact: true });
  await expect.element(end).toBeVisible();
  await expect.element(page.getByTestId("part")).not.toHaveTextContent(/likely|Loads cut since/);
});

test("of a part that is cut, which the header tells, the card says when the rest will be", async () => {
  await show("partly cut, the rest ahead");
  const card = page.getByTestId("part");
  await expect
    .element(card)
    .toHaveTextContent(`The rest will be cut on ${day("en")} at about ${clock(15, "en")}, in 15 h`);
  await expect.element(card.getByText(/^Expected back .*\.$/)).toBeVisible();
  await expect.element(card).not.toHaveTextContent(/Part of the loads cut/);
  await show("partly cut");
  await expect
    .element(card)
    .toHaveTextContent(/Part of the loads cut by protection.*Probably no cut of the rest within 48\sh/);
});

test("the cut-off is said with where it is from, and drawn apart from the reserve where they differ", async () => {
  await show("blackout");
  await expect.element(page.getByText(/^Cut-off: set to 30\s%$/)).toBeVisible();
  await expect.element(page.getByText(/^Reserve and cut-off 30\s%$/)).toBeVisible();
  await show("cut now");
  await expect.element(page.getByText(/^Cut-off: learned, 13\s% as at the last cut$/)).toBeVisible();
  await expect.element(page.getByText(/^Reserve 20\s%$/)).toBeVisible();
  await expect.element(page.getByText(/^Cut-off 13\s%$/)).toBeVisible();
  await show("safe");
  await expect.element(page.getByText(/^Cut-off: assumed 20\s%/)).toBeVisible();
});

test("the drawing has hours below it, and the day that begins in place of midnight", async () => {
  const words = () => [...document.querySelectorAll<HTMLElement>("figure span[style*=left]")];
  for (const language of ["en", "fr"] as const) {
    await show("safe", language);
    // With a line for each, once its width is known.
    await expect.poll(() => [words().length, document.querySelectorAll("figure line").length]).toEqual([8, 8]);
    const said = words().map(({ textContent }) => plainSpaces(textContent));
    expect(said.filter((one) => /^\d\d\/\d\d$/.test(one))).toHaveLength(2);
    expect(said.filter((one) => /^(6|12) [ap]m$/i.test(one))).toHaveLength(6);
    // None over another.
    const boxes = words().map((one) => one.getBoundingClientRect());
    for (const [index, { left }] of boxes.slice(1).entries()) expect(left).toBeGreaterThan(boxes[index]!.right);
  }
});

test("beside a cut that was seen, the cut-off is not said to have been assumed since none was", async () => {
  await show("cut before, at a higher charge");
  await expect
    .element(page.getByText(/^Cut-off: assumed 0\s%\. The last cut came at 4\s%, but loads have power below that\.$/))
    .toBeVisible();
  await show("cut before, at a charge not known");
  await expect
    .element(page.getByText(/^Cut-off: assumed 0\s%, the charge at the last cut is not known$/))
    .toBeVisible();
  await show("cut before, at a charge not known", "fr");
  await expect
    .element(page.getByText(/^Seuil de coupure\s: 0.*la charge à la dernière coupure est inconnue$/))
    .toBeVisible();
});

test("a generator is said to be needed and not to be counted; loads are not said to be cut", async () => {
  await show("generator");
  const card = page.getByTestId("part");
  await expect.element(card).toHaveTextContent(`Generator needed on ${day("en")} at about ${clock(15, "en")}, in 15 h`);
  await expect.element(card.getByText(say("blackout:generator"))).toBeVisible();
  // A time of today beside an hour of tomorrow has its day, or it would be read as one of tomorrow.
  await expect
    .element(card)
    .toHaveTextContent(`80 % likely within 48 h, at the earliest ${dayIn(11, "en")}, ${clock(11, "en")}.`);
  await expect.element(card).not.toHaveTextContent(/loads (will be |are )?cut/i);
  await show("generator", "fr");
  await expect
    .element(card)
    .toHaveTextContent(`Probable à 80 % dans les 48 h, au plus tôt ${dayIn(11, "fr")}, ${clock(11, "fr")}.`);
  await expect.element(card).not.toHaveTextContent(/coupure dans les/);
});

test("a curve that rests on a forecast in doubt says so; another one does not", async () => {
  await show("cut, return in doubt");
  await expect.element(page.getByText(say("blackout:keyDoubtful"), { exact: true })).toBeVisible();
  await show("cut now");
  await expect.element(page.getByTestId("part")).toHaveTextContent(/Cut-off/);
  await expect.element(page.getByText(say("blackout:keyDoubtful"), { exact: true })).not.toBeInTheDocument();
  // Where no curve is drawn, none is in doubt.
  await show("nothing drawn, sun in doubt");
  await expect.element(page.getByText(say("blackout:why"), { exact: true })).toBeVisible();
  await expect.element(page.getByText(say("blackout:keyDoubtful"), { exact: true })).not.toBeInTheDocument();
});

test("beside loads that are cut, the cuts before are shown, too", async () => {
  await show("cut again");
  await expect.element(page.getByText(/^Loads were cut from .*\(1\sh\)\.$/)).toBeVisible();
});

test("when the present power alone would empty the battery is named as that, and not as a cut", async () => {
  await show("blackout");
  await expect
    .element(page.getByText(/^At the present power alone the battery reaches the cut-off of 30\s% in 6\sh\.$/))
    .toBeVisible();
  await show("assumed cut-off");
  await expect
    .element(page.getByText(/^At the present power alone .* the assumed cut-off of 20\s% in 5\sh\s30\.$/))
    .toBeVisible();
  // Whoever doubts the forecast of a cut can compare.
  await show("cut ahead, cut-off assumed");
  await expect.element(page.getByText(/^At the present power alone .* in 20\sh\.$/)).toBeVisible();
  await show("blackout", "fr");
  await expect.element(page.getByText(/^Si la puissance .* seuil de coupure de 30\s% dans 6\sh\.$/)).toBeVisible();
  await show("safe");
  await expect.element(page.getByTestId("part")).toHaveTextContent(/No cut expected/);
  await expect.element(page.getByText(/present power/)).not.toBeInTheDocument();
});

test("a time at which the battery was to be full is not said once it has passed", async () => {
  await show("charging");
  await expect.element(page.getByText(/^Full at /)).toBeVisible();
  await show("was to be full");
  await expect.element(page.getByText(say("blackout:safe"), { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^Full /)).not.toBeInTheDocument();
});

test("a charge below the reserve is said although no cut is expected", async () => {
  await show("below reserve");
  await expect.element(page.getByText(/^Below reserve \(18\s%\)\. No cut expected within 48\sh$/)).toBeVisible();
});

test("the drawing says in words how low the charge falls", async () => {
  await show("blackout");
  await expect.element(page.getByRole("img")).toHaveAccessibleName(/lowest 8\s% at .*, \d+\s% at the end/);
});

test("the reasons open by keyboard, each with where it is from", async () => {
  await show("safe");
  await expect.element(page.getByText(say("blackout:fact.capacity"))).not.toBeVisible();
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByText(say("blackout:why"))).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(say("blackout:fact.capacity"))).toBeVisible();
  await expect.element(page.getByText(/^14\.2\skWh/)).toHaveTextContent(say("blackout:from.reported"));
  await expect.element(page.getByText(/^3 points of charge/)).toBeVisible();
});

test("a part of the loads that is off is said not to be counted, from which charge it is, and what the chance is of", async () => {
  const card = page.getByTestId("part");
  await show("partly cut");
  await expect.element(card).toHaveTextContent("It is 30 % likely that the rest is cut within 48 h, not before");
  await expect
    .element(card)
    .toHaveTextContent(
      "Counts only what is on now. What was switched off makes up about 62 % of the usual consumption. It is counted again from a charge of 55 %.",
    );
  await show("partly cut just now");
  await expect
    .element(card)
    .toHaveTextContent(/for the moment, part of what was switched off: consumption fell less than an hour ago/);
  await show("partly cut");
  // 24 hours of 243 W.
  await expect.element(card).toHaveTextContent(/5\.83\skWh learned by hour of the week, only what is on/);
  await show("partly cut, with a meter");
  await expect.element(card).toHaveTextContent(/By its meter, .* 25 % .* when that will be is not known\./);
  await show("partly cut, power not known");
  await expect.element(card).toHaveTextContent(/counted as if it were on, since its power is not known/);
  await expect.element(card).not.toHaveTextContent(/Counts only|counted again/);
});

test("in French what is off is not called the rest, which is what still runs", async () => {
  const card = page.getByTestId("part");
  await show("partly cut", "fr");
  await expect
    .element(card)
    .toHaveTextContent(/Ce qui est coupé sera de nouveau compté à partir d’une charge de 55\s%\./);
  await show("partly cut, with a meter", "fr");
  await expect.element(card).toHaveTextContent(/Ce qui est coupé n’est pas compté tant que cela dure/);
  await expect.element(card).not.toHaveTextContent(/Le reste/);
});

test("of a charge that nobody knows, the card says what the header says", async () => {
  await show("blind");
  await expect.element(page.getByText(/^State of charge not known, last measured 5\sh.*\sago$/)).toBeVisible();
  await show("no battery");
  await expect.element(page.getByText("State of charge not measured", { exact: true })).toBeVisible();
});

test("where there is no forecast yet, what is missing is said and nothing is drawn", async () => {
  await show("learning");
  await expect.element(page.getByText(say("blackout:learning", { days: 3, count: 7 }))).toBeVisible();
  await expect.element(page.getByRole("img")).not.toBeInTheDocument();
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.element(page.getByText(say("blackout:errorNone"))).toBeVisible();
});

test("in French the sentence, the range and the name of the drawing are French", async () => {
  await show("blackout", "fr");
  const card = page.getByTestId("part");
  await expect.element(card).toHaveTextContent(`Coupure prévue le ${day("fr")} vers ${clock(15, "fr")}, dans 15 h`);
  await expect.element(card).toHaveTextContent(/Probable à 80\s% dans les 48 h, au plus tôt/);
  await expect.element(page.getByRole("img")).toHaveAccessibleName(/^État de charge attendu sur 48 heures/);
});

test("beside what is likely stands what is not excluded: a cut, or a charge that falls further", async () => {
  await show("probably no cut");
  await expect.element(page.getByText(say("blackout:probablySafe"), { exact: true })).toBeVisible();
  await show("cut not excluded");
  await expect.element(page.getByText(/^It is 30\s% likely that loads are cut within 48\sh, not before/)).toBeVisible();
  await show("low case");
  await expect
    .element(page.getByText(/^There is a 1 in 10 chance that the charge falls to \d+\s% on \w+/))
    .toBeVisible();
  await show("charging");
  await expect.element(page.getByText(/^Full at/)).toBeVisible();
  await expect.element(page.getByText(/1 in 10 chance|likely that/)).not.toBeInTheDocument();
});

test("where a cut is likely enough to be spoken of, it is the headline and a full battery comes after it", async () => {
  const lead = page.getByTestId("part").getByRole("strong");
  await show("cut not excluded");
  await expect.element(lead).toHaveTextContent(/^It is 30\s% likely that loads are cut within 48\sh, not before/);
  await expect.element(page.getByText(/^Full at .*\.$/)).toBeVisible();
  await show("cut not excluded, below reserve");
  await expect.element(lead).toHaveTextContent(/^Below reserve \(72\s%\)\. It is 37\s% likely that loads are cut/);
  await show("cut not excluded", "fr");
  await expect.element(lead).toHaveTextContent(/^Une coupure dans les 48 h est probable à 30\s%, pas avant/);
  await expect.element(page.getByText(/^Pleine à .*\.$/)).toBeVisible();
});

test("the risk of a cut comes before the return of power", async () => {
  await show("blackout");
  const lead = page.getByTestId("part").getByRole("strong");
  await expect.element(lead).toHaveTextContent(/^Loads will be cut [^.]*, in 15\sh$/);
  await expect.element(page.getByTestId("part")).toHaveTextContent(/80\s% likely .*\.\s?Expected back on .*\./);
});

test("of a sun in doubt it is not said when the battery is full", async () => {
  await show("sun in doubt");
  await expect.element(page.getByText(say("blackout:keyDoubtful"), { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^Full/)).not.toBeInTheDocument();
});

test("a battery that will be full only under a clear sky is said to be so with that condition", async () => {
  await show("full if clear");
  await expect.element(page.getByText(/^Full at .* if the sky stays clear$/)).toBeVisible();
  await show("full if clear", "fr");
  await expect.element(page.getByText(/^Pleine à .* si le ciel reste dégagé$/)).toBeVisible();
});

test("that a forecast holds only under a clear sky is said once: in its headline, or else below it", async () => {
  await show("full if clear");
  await expect.element(page.getByText(/sky stays clear/)).toBeVisible();
  await expect.element(page.getByText(say("blackout:ifClear"))).not.toBeInTheDocument();
  await show("safe if clear");
  await expect.element(page.getByText(say("blackout:ifClear"), { exact: true })).toBeVisible();
  await show("sun in doubt");
  await expect.element(page.getByText(say("blackout:safe"), { exact: true })).toBeVisible();
  await expect.element(page.getByText(/sky stays clear/)).not.toBeInTheDocument();
});

test("the band opens from the charge that was measured last", async () => {
  await show("safe");
  await expect.element(page.getByRole("img")).toBeVisible();
  const [band, line] = [...document.querySelectorAll("figure svg path:not([data-kind])")];
  // 72 % of a drawing that is 96 high: low, middle and high case are one there.
  expect(line?.getAttribute("d")).toMatch(/^M0 26\.9L/);
  expect(band?.getAttribute("d")).toMatch(/^M0 26\.9L.*L0 26\.9Z$/);
});

test("the drawing has its scale, and says what line and band are", async () => {
  await show("charging");
  const figure = page.getByRole("figure");
  for (const level of [/^100\s%$/, /^50\s%$/, /^0\s%$/]) await expect.element(figure.getByText(level)).toBeVisible();
  await expect.element(figure.getByText(say("blackout:key"), { exact: true })).toBeVisible();
  await show("sun in doubt");
  await expect.element(figure.getByText(say("blackout:keyDoubtful"), { exact: true })).toBeVisible();
});

test("what the lines of the reserve and of the cut-off are is said below the curve, which nothing hides", async () => {
  await show("cut again");
  const figure = page.getByRole("figure");
  await expect.element(figure.getByRole("listitem").first()).toBeVisible();
  const drawn = figure.getByRole("img").element().getBoundingClientRect();
  const words = figure.getByRole("listitem").elements();
  expect(words.map((one) => one.textContent).join(" ")).toMatch(/[Cc]ut-off/);
  for (const one of words) expect(one.getBoundingClientRect().top).toBeGreaterThanOrEqual(drawn.bottom);
});

test("when the battery is full is said once: by the forecast where it has one, else at the present power", async () => {
  await show("charging at this power");
  await expect.element(page.getByText(/^Full at /)).toBeVisible();
  await expect.element(page.getByText(/present power/)).not.toBeInTheDocument();
  await show("generator runs");
  await expect.element(page.getByText(/^At the present power alone the battery is full in 4\sh\s12\.$/)).toBeVisible();
});
