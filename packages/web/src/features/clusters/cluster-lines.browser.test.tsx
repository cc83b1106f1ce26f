import { useEffect } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { fakeContainer, fakeEnergy, fakeNowMs, minutesAgo } from "../../domain/containers/container-row.fake.ts";
import { looks, render, say } from "../../testing/render.tsx";
import { ContainerLines } from "./cluster-card.tsx";

const silent = fakeContainer({ name: "Gao", status: "offline", energy: fakeEnergy("unknown") });
const cut = fakeContainer({ name: "Kidal", status: "offline", energy: fakeEnergy("cut") });
const well = fakeContainer({ name: "Jumla", energy: fakeEnergy("charging") });
const containers = [cut, silent, well];

test("a line beside the map says energy and link in the words that lists and headers have", async () => {
  await loadTexts("clusters");
  for (const look of looks) {
    await render(
      () => <ContainerLines containers={containers} pointedId={undefined} onPoint={() => {}} now={fakeNowMs} />,
      look,
    );
    const line = (name: string) => page.getByRole("listitem").filter({ hasText: name });
    const offline = say("container-facts:status.offline");
    const energies = { Kidal: "cut", Gao: "unknown", Jumla: "charging" } as const;
    for (const [name, level] of Object.entries(energies)) {
      await expect.element(line(name).getByText(say(`energy-state:word.${level}`, { count: 1 }))).toBeVisible();
    }
    for (const name of ["Kidal", "Gao"]) await expect.element(line(name).getByText(offline)).toBeVisible();
    await expect.element(line("Jumla").getByText(offline)).not.toBeInTheDocument();
  }
});

test("a line of a container that never connected says that alone", async () => {
  await loadTexts("clusters");
  const never = { ...silent, lastSeen: null, soc: null, valuesAt: null };
  await render(() => <ContainerLines containers={[never]} pointedId={undefined} onPoint={() => {}} now={fakeNowMs} />);
  const line = page.getByRole("listitem");
  await expect.element(line).toHaveTextContent(new RegExp(`^Gao${say("energy-state:sentence.neverConnected")}—$`));
});

test("the charge of a container that went silent has its age beside it, and that of another has none", async () => {
  await loadTexts("clusters");
  const old = { ...silent, soc: 1, valuesAt: minutesAgo(180) };
  await render(() => (
    <ContainerLines containers={[old, well]} pointedId={undefined} onPoint={() => {}} now={fakeNowMs} />
  ));
  const line = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await expect.element(line("Gao")).toHaveTextContent(/1\s%\s*3 h ago/);
  await expect.element(line("Jumla").getByText(/ago/)).not.toBeInTheDocument();
});

test("what the map points at is scrolled to beside the map, and not where that would scroll the map above away", async () => {
  await loadTexts("clusters");
  const scroll = vi.spyOn(Element.prototype, "scrollIntoView");
  onTestFinished(() => scroll.mockRestore());
  for (const width of [1280, 400]) {
    scroll.mockClear();
    let hasBeen = false;
    // What comes after the lines is told last that they are there.
    const After = () => {
      useEffect(() => void (hasBeen = true));
      return null;
    };
    await render(
      () => (
        <>
          <ContainerLines containers={containers} pointedId={well.containerId} onPoint={() => {}} now={fakeNowMs} />
          <After />
        </>
      ),
      { width },
    );
    await expect.poll(() => hasBeen).toBe(true);
    const scrolled = scroll.mock.contexts.map((element) => (element as Element).textContent);
    expect(scrolled).toEqual(width === 1280 ? [expect.stringContaining("Jumla")] : []);
  }
});
