import { energyLevels } from "@offgrid/contract/energy-state/energy-levels";
import type { EnergyLevel } from "@offgrid/contract/energy-state/energy-state.schema";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";

import { useAgeWords } from "../ui/use-freshness.ts";
import { useRowAge } from "../domain/containers/use-row-age.ts";
import { loadTexts } from "../core/i18n/i18n.ts";
import { ContainerCard } from "../domain/containers/container-card.tsx";
import { fakeContainer, fakeEnergy, fakeNowMs, minutesAgo } from "../domain/containers/container-row.fake.ts";
import { countStates, needsAttention } from "../domain/containers/fleet-facts.ts";
import { useEnergyWords } from "../domain/energy-state/use-energy-words.ts";
import { BubbleButton } from "../domain/map/bubble-marker.tsx";
import type { PlacedContainer } from "../domain/map/bubbles.ts";
import { ContainerPopup } from "../domain/map/container-popup.tsx";
import { ContainerHeader } from "../features/container/header/container-header.tsx";
import { knownFromRow } from "../features/container/header/known-container.ts";
import { usualColumns } from "../features/containers/list-choices.ts";
import { ContainerTableRow } from "../features/containers/list/container-row.tsx";
import { FleetStrip } from "../features/dashboard/fleet-strip.tsx";
import { TroubleRow } from "../features/dashboard/trouble-row.tsx";
import { render, say } from "../testing/render.tsx";
import { tokenColor } from "../testing/token-color.ts";

/** The state of energy of one container on every screen that shows it: the same words, and the same colours. */

const nothing = () => {};

/** A container in a state of energy, with what is known of it then. */
function inState(level: EnergyLevel): PlacedContainer {
  const times = {
    cut: { since: minutesAgo(690), backAt: minutesAgo(-180) },
    cut_partly: { since: minutesAgo(60) },
    cut_ahead: { cutAt: minutesAgo(-300) },
    generator_ahead: { cutAt: minutesAgo(-300) },
    unknown: { at: minutesAgo(200) },
    generator_running: { generator: { powerW: 3_000, work: "charging" as const } },
  };
  const known = level in times ? times[level as keyof typeof times] : {};
  const soc = level === "cut" || level === "below_reserve" ? 12 : 60;
  const container = fakeContainer({ soc, energy: fakeEnergy(level, known), location: { lat: 3.1, long: 35.6 } });
  return container as PlacedContainer;
}

type Shown = ComponentType<{ container: PlacedContainer }>;

function Row({ container }: { container: PlacedContainer }) {
  const { t } = useTranslation("containers");
  const energy = useEnergyWords();
  const words = { t, locale: energy.locale, energy, age: useAgeWords(), rowAge: useRowAge() };
  return (
    <table>
      <tbody>
        <ContainerTableRow
          {...{ container, words }}
          now={fakeNowMs}
          columns={usualColumns}
          place={0}
          isSelected={false}
          withStops
          onAct={nothing}
        />
      </tbody>
    </table>
  );
}

const Strip: Shown = ({ container }) => <FleetStrip counts={countStates([container])} hasForecast />;
const Card: Shown = ({ container }) => <ContainerCard container={container} now={fakeNowMs} />;
const Header: Shown = ({ container }) => (
  <ContainerHeader
    title={container.name}
    switches={null}
    now={fakeNowMs}
    onStar={nothing}
    known={knownFromRow(container)}
    isComing={false}
  />
);
const Trouble: Shown = ({ container }) => (
  <TroubleRow
    incidents={[]}
    needs={needsAttention([container], fakeNowMs)}
    containers={[container]}
    cover={{ forecast: 1, of: 1, isComing: false }}
    neverSeen={0}
    hasOtherZones={false}
    now={fakeNowMs}
  />
);
const Marker: Shown = ({ container }) => {
  const bubble = { key: "one", position: [35.6, 3.1] as [number, number], containers: [container], partsAt: 0 };
  return <BubbleButton bubble={bubble} isSelected={false} isChosen={false} onOpen={nothing} />;
};
const PlaceCard: Shown = ({ container }) => <ContainerPopup containers={[container]} now={fakeNowMs} />;

beforeEach(() => loadTexts("dashboard", "incidents", "containers", "container", "container-facts", "energy-state"));

/** What a shape of a state is drawn in. */
function drawnIn(shape: Element): string {
  const piece = shape.querySelector(".og-mark-fill, .og-mark-line, .og-mark-solid")!;
  const { fill, stroke } = getComputedStyle(piece);
  return piece.classList.contains("og-mark-line") ? stroke : fill;
}

const screens: Record<string, Shown> = { Strip, Row, Card, Trouble, Marker, PlaceCard, Header };

test("a container that has no power, or will have none unless its generator starts, is red on every screen, in shape and words, in both colour schemes; what only needs an eye is amber", async () => {
  for (const colorScheme of ["light", "dark"] as const)
    for (const [screen, Screen] of Object.entries(screens))
      for (const [level, token] of [
        ["cut", "--og-critical"],
        ["cut_partly", "--og-critical"],
        ["cut_ahead", "--og-critical"],
        ["generator_ahead", "--og-critical"],
        ["below_reserve", "--og-warning"],
      ] as const) {
        await render(() => <Screen container={inState(level)} />, { colorScheme });
        const of = `${level}, ${screen}, ${colorScheme}`;
        const shape = () => document.querySelector(`svg.og-mark[data-level="${level}"]`);
        await expect.poll(shape, { message: of }).not.toBeNull();
        expect(drawnIn(shape()!), of).toBe(tokenColor(token));
        const words = document.querySelector(`.og-grave:is([data-level="${level}"], [data-kind="${level}"])`)!;
        const isRed = getComputedStyle(words).color === tokenColor("--og-critical-text");
        expect(isRed, of).toBe(token === "--og-critical");
      }
});

test("the edge of a card of trouble, of a mark on the map and of a bubble that holds it have that colour, too", async () => {
  for (const colorScheme of ["light", "dark"] as const)
    for (const [level, token] of [
      ["cut", "--og-critical"],
      ["below_reserve", "--og-warning"],
    ] as const) {
      const container = inState(level);
      await render(() => <Trouble container={container} />, { colorScheme });
      const card = page.getByRole("listitem").element();
      expect(getComputedStyle(card).borderLeftColor).toBe(tokenColor(token));
      await render(() => <Marker container={container} />, { colorScheme });
      expect(getComputedStyle(page.getByRole("button").element()).borderTopColor).toBe(tokenColor(token));
      const containers = [inState("normal"), container];
      const bubble = { key: "two", position: [35.6, 3.1] as [number, number], containers, partsAt: 0 };
      await render(() => <BubbleButton bubble={bubble} isSelected={false} isChosen={false} onOpen={nothing} />, {
        colorScheme,
      });
      const outline = document.querySelector("circle.og-mark-stroke")!;
      expect(getComputedStyle(outline).stroke).toBe(tokenColor(token));
    }
});

test("each state of energy has one word in list, strip and map, and one sentence in list, header, card and map", async () => {
  const grave = () => [...document.querySelectorAll<HTMLElement>(".og-grave[data-level]")];
  for (const language of ["en", "fr"] as const)
    for (const level of energyLevels) {
      const container = inState(level);
      const show = (Screen: Shown) => render(() => <Screen container={container} />, { language });
      const of = `${level}, ${language}`;

      await show(Row);
      const word = say(`energy-state:word.${level}`, { count: 1 });
      const cell = page.getByRole("cell").nth(1).element();
      expect(grave()[0]?.textContent, of).toBe(word);
      expect(cell.contains(grave()[0]!), of).toBe(true);
      const sentence = cell.querySelector("[title]")!.getAttribute("title")!;
      await show(Strip);
      const counted = grave().find((one) => one.dataset["level"] === level);
      expect(counted?.textContent, of).toContain(
        level === "below_reserve" ? say("dashboard:fleet.belowReserve") : word,
      );
      await show(Marker);
      await expect
        .element(page.getByRole("button", { name: new RegExp(`: ${word}, `) }), { message: of })
        .toBeVisible();

      await show(Header);
      expect(document.querySelector("header .og-grave[data-level]")?.textContent, of).toBe(sentence);
      await show(PlaceCard);
      expect(grave()[0]?.textContent, of).toBe(sentence);
      await show(Card);
      // In a word where nothing has to be told.
      const isPlain = ["computing", "normal", "charging", "full"].includes(level);
      expect(grave()[0]?.textContent, of).toBe(isPlain ? word : sentence);
    }
});
