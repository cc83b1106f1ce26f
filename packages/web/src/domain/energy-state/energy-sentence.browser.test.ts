import { expect, test } from "vitest";

import { say } from "../../testing/render.tsx";
import { clock, part, show } from "./energy-sentence.fixture.ts";

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
  await show("ahead and likely, a late reading");
  await expect.element(part()).toHaveTextContent(/, in 3\sh\s42 \(79\s% likely within 48\sh, as of 6\smin ago\)$/);
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

test("a cut that is ahead by a small chance says from when on it may come before when it is likely", async () => {
  await show("ahead, early");
  await expect
    .element(part())
    .toHaveTextContent(/^Loads may be cut as early as in 13\sh, most likely on .*, in 36\sh \(70/);
  await show("ahead, early", "fr");
  await expect.element(part()).toHaveTextContent(/^Coupure possible d’ici 13\sh, plus probable .*, dans 36\sh \(/);
});

test("with a generator it is said that it is needed, not that loads are cut", async () => {
  await show("generator");
  await expect.element(part()).toHaveTextContent(`Generator needed at about ${clock(0.8)}, in 48 min`);
  await expect.element(part()).not.toHaveTextContent(/cut/i);
});

test("of one that starts by itself it is said at which charge it usually does", async () => {
  await show("generator starts");
  await expect.element(part()).toHaveTextContent(/^Below reserve \(18\s%\)\. Generator usually starts at about 25\s%$/);
  await show("generator starts", "fr");
  await expect.element(part()).toHaveTextContent(/\. Le groupe électrogène démarre d’habitude vers 25\s%$/);
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

test("after a link that dropped for some minutes, the state is the last known one, with its age", async () => {
  await show("normal, link lost");
  await expect.element(part()).toHaveTextContent(/^Supplied, last known 6 min.* ago$/);
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

test("a cut that counts what is off is said to come only if that drew power again, without a chance or a return", async () => {
  await show("cut in part, in doubt");
  const en = `The rest would be cut at about ${clock(2.2)}, in 2 h 12, if what is off drew power again`;
  await expect.element(part()).toHaveTextContent(en);
  await expect.element(part()).not.toHaveTextContent(/will|probably|70|return/i);
  await show("cut in part, in doubt", "fr");
  const fr = `Le reste serait coupé vers ${clock(2.2, "time", "fr")}, dans 2 h 12, si ce qui est coupé consommait de nouveau`;
  await expect.element(part()).toHaveTextContent(fr);
});

test("a cut that is not almost certain is said to be probable, and its chance to be that of two days and not of its time", async () => {
  const chance = "(79 % likely within 48 h)";
  await show("ahead, likely");
  await expect.element(part()).toHaveTextContent(`Loads will probably be cut at about ${clock(7.6)}, in 8 h ${chance}`);
  await show("cut in part, likely");
  await expect
    .element(part())
    .toHaveTextContent(`The rest will probably be cut at about ${clock(7.6)}, in 8 h ${chance}`);
  await show("generator, likely");
  await expect.element(part()).toHaveTextContent(`Generator probably needed at about ${clock(7.6)}, in 8 h ${chance}`);
  await show("ahead, almost certain");
  await expect.element(part()).toHaveTextContent(`Loads will be cut at about ${clock(7.6)}, in 8 h`);
  await show("ahead, likely", "fr");
  await expect
    .element(part())
    .toHaveTextContent(/^Coupure probable vers .*, dans 8\sh \(probabilité de 79\s% dans les 48 h\)/);
});
