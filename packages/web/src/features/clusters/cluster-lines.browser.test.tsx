import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { fakeContainer, fakeEnergy, fakeNowMs } from "../../domain/containers/container-row.fake.ts";
import { placeState } from "../../domain/map/bubbles.ts";
import { PlaceMark } from "../../domain/map/place-mark.tsx";
import { looks, render, say } from "../../testing/render.tsx";
import { ContainerLines } from "./cluster-card.tsx";

const silent = fakeContainer({ name: "Gao", status: "offline", energy: fakeEnergy("unknown") });
const cut = fakeContainer({ name: "Kidal", status: "offline", energy: fakeEnergy("cut") });
const well = fakeContainer({ name: "Jumla", energy: fakeEnergy("charging") });
const containers = [cut, silent, well];

test("a line beside the map says in words what the marker of its container stands for", async () => {
  await loadTexts("clusters");
  for (const look of looks) {
    await render(
      () => (
        <>
          <ContainerLines containers={containers} pointedId={undefined} onPoint={() => {}} now={fakeNowMs} />
          {containers.map((container) => (
            <p key={container.containerId} aria-label={container.name}>
              <PlaceMark state={placeState(container)} />
            </p>
          ))}
        </>
      ),
      look,
    );
    const line = (name: string) => page.getByRole("listitem").filter({ hasText: name });
    for (const { name } of containers) {
      const word = page.getByRole("paragraph").and(page.getByLabelText(name)).element().textContent;
      await expect.element(line(name).getByText(word)).toBeVisible();
    }
    const offline = say("container-facts:status.offline");
    // Of a silent container the charge is not known either, which is no second trouble.
    await expect.element(line("Gao").getByText(offline)).toBeVisible();
    await expect.element(line("Gao").getByText(say("energy-state:word.unknown"))).not.toBeInTheDocument();
    await expect.element(line("Kidal")).toHaveTextContent(new RegExp(`${say("energy-state:word.cut")}.*${offline}`));
    await expect.element(line("Jumla").getByText(offline)).not.toBeInTheDocument();
  }
});
