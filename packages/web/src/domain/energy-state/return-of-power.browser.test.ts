import { noReturns } from "@offgrid/contract/energy-state/energy-levels";
import { expect, test } from "vitest";

import { clock, part, show } from "./energy-sentence.fixture.ts";

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

test("a return of which nobody knows with how little sun to reckon, or that does not come with it, is given no instant", async () => {
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

test("a return that comes even with as little sun as the panels lately gave is said with that condition", async () => {
  await show("cut, back with little sun");
  await expect
    .element(part())
    .toHaveTextContent(
      `(11 h 30). Expected back about ${clock(3.5)} if the panels go on giving 32 % of what is forecast`,
    );
  await expect.element(part()).not.toHaveTextContent(/not known|between/);
  await show("cut, back with little sun", "fr");
  await expect
    .element(part())
    .toHaveTextContent(/\. Retour prévu vers .* si les panneaux continuent à produire 32\s% de ce qui est prévu$/);
});

test("where loads are cut and nothing is expected, or what was has passed, the return is said not to be known", async () => {
  await show("cut for days");
  await expect.element(part()).toHaveTextContent(/\(3\sd\s4\sh\)\. Return not known$/);
  await show("cut, back was expected");
  await expect
    .element(part())
    .toHaveTextContent(/^Loads cut since [^.]* \(11\sh\s30\)\. Return not known: it was expected before now$/);
});

test("of a cut that is ahead it is said, too, that no return is expected or known, and why", async () => {
  await show("ahead, no return");
  await expect.element(part()).toHaveTextContent(/^Loads will be cut [^.]*\. No return expected within 48\sh$/);
  await show("cut in part, no return");
  await expect
    .element(part())
    .toHaveTextContent(/\. The rest will be cut [^.]*\. Return not known: the battery limits its charging$/);
  await show("ahead, no return", "fr");
  await expect.element(part()).toHaveTextContent(/\. Aucun retour prévu dans les 48\sh$/);
});

test("a short range of a return is not said", async () => {
  await show("cut, back soon");
  await expect.element(part()).toHaveTextContent(new RegExp(`Expected back about ${clock(0.2)}$`));
});

test("of a part of the loads that is cut it is said when it is expected back", async () => {
  await show("cut in part, back soon");
  await expect
    .element(part())
    .toHaveTextContent(
      `Part of the loads cut by protection since ${clock(-2)} (2 h). Expected back about ${clock(3.5)}`,
    );
});

test("why the return is not known is said in a few words, in either language", async () => {
  const seen = new Set<string>();
  for (const why of noReturns) {
    await show(`cut, no return: ${why}`);
    await expect
      .element(part())
      .toHaveTextContent(/\(11\sh\s30\)\. (Return not known( yet)?: \S.*|No return expected within 48\sh)$/);
    seen.add(part().element().textContent);
  }
  expect(seen.size).toBe(noReturns.length);
  await show("cut, no return: sun", "fr");
  await expect.element(part()).toHaveTextContent(/\. Heure de retour inconnue\s: pas de prévision du soleil$/);
});
