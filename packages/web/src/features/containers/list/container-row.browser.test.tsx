import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { useTranslation } from "react-i18next";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { fakeContainer, fakeEnergy, fakeNowMs, minutesAgo } from "../../../domain/containers/container-row.fake.ts";
import { useRowAge } from "../../../domain/containers/use-row-age.ts";
import { useEnergyWords } from "../../../domain/energy-state/use-energy-words.ts";
import { expectFittingWords } from "../../../testing/good-part.ts";
import { type Look, render, say } from "../../../testing/render.tsx";
import { useAgeWords } from "../../../ui/use-freshness.ts";
import { usualColumns } from "../list-choices.ts";
import { ContainerTableRow } from "./container-row.tsx";

function Row({ container }: { container: ContainerRow }) {
  const { t } = useTranslation("containers");
  const energy = useEnergyWords();
  return (
    <table>
      <tbody>
        <ContainerTableRow
          container={container}
          now={fakeNowMs}
          words={{ t, locale: energy.locale, energy, age: useAgeWords(), rowAge: useRowAge() }}
          columns={usualColumns}
          place={0}
          isSelected={false}
          withStops
          onAct={() => {}}
        />
      </tbody>
    </table>
  );
}

/** Of the column of the last contact where all usual ones are shown, px. */
const seenWidth = 108;

const show = async (container: ContainerRow, look?: Look) => {
  await loadTexts("containers");
  await render(() => <Row container={container} />, look);
};

test("below the word that loads are cut stands since when; what is drawn all the same is in its hint and read out", async () => {
  await show(fakeContainer({ energy: fakeEnergy("cut", { since: minutesAgo(60) }), loadPower: 117 }));
  const cell = page.getByRole("cell", { name: /^Loads cut/ });
  await expect.element(cell.getByText(/^since 2:00\spm$/)).toBeVisible();
  await expect.element(cell).toHaveTextContent(/^Loads cut ?since 2:00\spm ?117\sW still runs$/);
  await expect.element(cell.getByTitle(/; 117\sW still runs\. Return not known$/)).toBeVisible();
});

test("below the word that a part of the loads is cut stands since when and which part", async () => {
  const names = ["Fridge", "Pump", "Gate light"];
  const cutOutputs = names.map((name, index) => ({ target: `relay.${index + 1}`, name }));
  await show(fakeContainer({ energy: fakeEnergy("cut_partly", { since: minutesAgo(60), cutOutputs }) }));
  const cell = page.getByRole("cell", { name: /^Partly cut/ });
  await expect.element(cell.getByText("Fridge, Pump and 1 more", { exact: true })).toBeVisible();
  await expect.element(cell.getByTitle(/^Fridge, Pump and Gate light cut by protection since 2:00\spm/)).toBeVisible();
});

test("below the word that a cut is ahead stands when; nothing below a state that has no time", async () => {
  await show(fakeContainer({ energy: fakeEnergy("cut_ahead", { cutAt: minutesAgo(-90) }) }));
  const cell = page.getByRole("cell", { name: /^Cut ahead/ });
  await expect.element(cell.getByText(/^at about 4:30\spm$/)).toBeVisible();
  await show(fakeContainer({ energy: fakeEnergy("cut_ahead", { cutAt: minutesAgo(1) }) }));
  await expect.element(cell).toHaveTextContent(/^Cut ahead$/);
  await show(fakeContainer({ energy: fakeEnergy("normal") }));
  await expect.element(page.getByRole("cell", { name: /^Supplied/ })).toHaveTextContent(/^Supplied$/);
});

test("a row has one age: that of the last contact, or of the values where those are older than they should be", async () => {
  await show(fakeContainer({ lastSeen: minutesAgo(2), valuesAt: minutesAgo(2) }));
  await expect.element(page.getByRole("cell").last()).toHaveTextContent(/^2\smin ago$/);
  await show(fakeContainer({ lastSeen: minutesAgo(0), valuesAt: minutesAgo(25) }));
  await expect.element(page.getByRole("cell").last()).toHaveTextContent(/^values 25\smin ago$/);
});

test("the age at the end of a row fits its column, whatever it says", async () => {
  const lost = {
    status: "just_offline",
    isOnline: false,
    lastSeen: minutesAgo(0.5),
    valuesAt: minutesAgo(0.5),
  } as const;
  const held = { lastSeen: minutesAgo(0.5), valuesAt: minutesAgo(0.5) };
  for (const language of ["en", "fr"] as const)
    for (const [row, words] of [
      [held, /^(just now|à l’instant)$/],
      [{ ...held, valuesAt: minutesAgo(25) }, /^(values|valeurs)/],
      [lost, /^(<|il y a moins)/],
    ] as const) {
      await show(fakeContainer(row), { language });
      document.querySelector("table")!.style.cssText =
        `table-layout: fixed; width: ${(usualColumns.length + 1) * seenWidth}px`;
      const cell = page.getByRole("cell").last();
      await expect.element(cell).toHaveTextContent(words);
      expect(cell.element().scrollWidth).toBeLessThanOrEqual(cell.element().clientWidth);
    }
});

test("of a container that never connected a row says that once, and nothing of its charge and link", async () => {
  const never = { status: "offline", lastSeen: null, valuesAt: null, soc: null } as const;
  await show(fakeContainer({ ...never, energy: fakeEnergy("unknown", { at: null }) }));
  const words = say("energy-state:sentence.neverConnected");
  await expect.element(page.getByText(words, { exact: true })).toBeVisible();
  const row = page.getByRole("row").element();
  expect(row.textContent?.split(words)).toHaveLength(2);
  for (const other of [
    "energy-state:word.unknown",
    "energy-state:sentence.unknownNever",
    "container-facts:status.offline",
  ])
    expect(row.innerHTML).not.toContain(say(other));
});

test("under the head of the link, warnings and works are said in words that fit their column, and are not taken for a state of it", async () => {
  const by = { userId: "u1", name: "Amina Diallo" };
  const works = { worksId: "w1", by, reason: "New batteries", since: minutesAgo(60), until: minutesAgo(-60) };
  await show(fakeContainer({ alarms: ["cold"], openWarnings: { count: 1, worst: "critical" }, works }));
  for (const word of [say("containers:warned", { count: 2 }), say("containers:works")])
    await expect.element(page.getByText(word, { exact: true })).toBeVisible();
  await expectFittingWords();
});
