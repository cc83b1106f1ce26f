import { expect, test } from "vitest";
import { page } from "vitest/browser";

import type { Answer } from "../../../core/api/call.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import { type Look, render } from "../../../testing/render.tsx";
import { nowMs, zone } from "../../../testing/samples.ts";
import { useChargeAhead } from "./charge-ahead.ts";

type Forecast = Answer<"getBlackoutForecast">;

const iso = (hours: number) => new Date(nowMs + hours * 3_600_000).toISOString();
/** Falls to 31 % in 18 hours, and rises again. */
const soc50 = Array.from({ length: 48 }, (_, hour) => 31 + Math.abs(17 - hour));
const answer = (change: Partial<Forecast["data"]>, energy: Partial<Forecast["energy"]> = {}): Forecast =>
  ({
    data: {
      t: soc50.map((_, hour) => nowMs / 1_000 + (hour + 1) * 3_600),
      soc50,
      soc: { value: 48, at: iso(0) },
      fullAt: null,
      sunPercent: null,
      needsClearSky: false,
      hasGenerator: false,
      cutOff: { soc: 20, from: "learned" },
      ...change,
    },
    energy: { level: "normal", ...energy },
  }) as Forecast;

function Sentence({ of, isBesideFull }: { of: Forecast | undefined; isBesideFull: boolean }) {
  const said = useChargeAhead(of, zone);
  return <p>{(isBesideFull ? said?.besideFull : said?.all) ?? "nothing"}</p>;
}

async function show(of: Forecast | undefined, look: Look = {}, isBesideFull = false): Promise<void> {
  await Promise.all([loadTexts("weather"), timeReady()]);
  await render(() => <Sentence {...{ of, isBesideFull }} />, look);
}

const part = () => page.getByTestId("part");

test("the charge when the forecast was made, at its lowest and in 48 hours, and when the battery is full", async () => {
  await show(answer({}));
  await expect
    .element(part())
    .toHaveTextContent(
      /^The battery had 48\s% at \d+:\d\d\s[ap]m, is expected at its lowest on .* at about .* \(31\s%\), and has 61\s% in 48\sh\.$/,
    );
  await show(answer({ fullAt: iso(4) }));
  await expect.element(part()).toHaveTextContent(/in 48\sh\. It is full on .* at about .*\.$/);
  await show(answer({ fullAt: iso(4) }), {}, true);
  await expect.element(part()).toHaveTextContent(/in 48\sh\.$/);
  await show(answer({ soc: { value: 22, at: iso(0) } }));
  await expect
    .element(
      page.getByText(
        /^The battery had 22\s% at \d+:\d\d\s[ap]m, is not expected to fall below that, and has 61\s% in 48\sh\.$/,
      ),
    )
    .toBeVisible();
  // That the sky has to stay clear is said once, above all figures.
  await show(answer({ needsClearSky: true }));
  await expect.element(part()).toHaveTextContent(/in 48\sh\.$/);
  await show(answer({}), { language: "fr" });
  await expect
    .element(part())
    .toHaveTextContent(/^La batterie était à 48\s% à \d+:\d\d\s[AP]M\s;.* \(31\s%\), et à 61\s% dans 48\sh\.$/);
});

test("a charge at or below the cut-off of a container with a generator is said to be one without it", async () => {
  const cutOff = { soc: 35, from: "learned" } as const;
  await show(answer({ cutOff, hasGenerator: true }));
  await expect
    .element(part())
    .toHaveTextContent(/in 48\sh\. That is without the generator, which is needed at 35\s%\.$/);
  for (const other of [{ cutOff }, { hasGenerator: true }]) {
    await show(answer(other));
    await expect.element(part()).toHaveTextContent(/in 48\sh\.$/);
  }
});

test("without a forecast, and of one in doubt, nothing is said", async () => {
  for (const of of [undefined, answer({ t: [], soc50: [] }), answer({ sunPercent: 6 })]) {
    await show(of);
    await expect.element(part()).toHaveTextContent(/^nothing$/);
  }
});
