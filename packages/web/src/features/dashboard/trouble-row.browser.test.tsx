import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { fakeContainer, fakeEnergy, fakeNowMs, minutesAgo } from "../../domain/containers/container-row.fake.ts";
import { cutAttribute } from "@offgrid/contract/warnings/cut-attribute";
import type { Incident } from "../../domain/incidents/incidents.data.ts";
import { needsAttention } from "../../domain/containers/fleet-facts.ts";
import { fakeIncident } from "../../domain/incidents/incident.fake.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { expectFittingWords } from "../../testing/good-part.ts";
import { looks, render, say } from "../../testing/render.tsx";
import { browserZone } from "../../ui/use-locale.ts";
import { TroubleRow } from "./trouble-row.tsx";

test("containers and incidents that need attention are counted apart", async () => {
  await Promise.all([loadTexts("dashboard", "incidents", "container-facts", "energy-state"), timeReady()]);
  const needs = needsAttention(
    ["Gao", "Kayes"].map((name) => fakeContainer({ name, energy: fakeEnergy("cut") })),
    fakeNowMs,
  );
  const cover = { forecast: 2, of: 2, isComing: false };
  const row = (incidents: Parameters<typeof TroubleRow>[0]["incidents"]) => (
    <TroubleRow {...{ incidents, needs, cover }} containers={[]} neverSeen={0} hasOtherZones={false} now={fakeNowMs} />
  );
  const title = page.getByRole("heading", { name: say("dashboard:attention.title") });
  const containers = say("dashboard:attention.containers", { count: 2 });
  await render(() => row([fakeIncident({ containersTotal: 5, containersOpen: 5, cause: "rule" })]));
  await expect.element(title).toHaveTextContent(`${containers}, ${say("dashboard:attention.incidents", { count: 1 })}`);
  const elsewhere = ["kita", "nioro", "gao"].map((id) =>
    fakeIncident({ id, cause: "single", containerName: id, containerIds: [id], severity: "warning" }),
  );
  await render(() => row(elsewhere));
  const four = say("dashboard:attention.containers", { count: 4 });
  await expect.element(title).toHaveTextContent(`${four}, ${say("dashboard:attention.incidents", { count: 3 })}`);
  const ownOfGao = fakeIncident({ id: "own", cause: "single", containerIds: ["gao"] });
  await render(() => row([ownOfGao, fakeIncident({ cause: "rule", containerIds: ["kayes"] })]));
  await expect.element(title).toHaveTextContent(`${containers}, ${say("dashboard:attention.incidents", { count: 2 })}`);
  await render(() => row([]));
  await expect.element(title).toHaveTextContent(new RegExp(`${containers}$`));
});

test("an incident of a rule that looks ahead says how far, alone and on the card of its container", async () => {
  await Promise.all([loadTexts("dashboard", "incidents", "container-facts", "energy-state"), timeReady()]);
  const raisedBy = { type: "forecast" as const, attributes: ["hours_to_reserve"], level: 12, command: null };
  const worst = { id: "w1", containerName: "Gao", content: "Cut", attribute: "hours_to_reserve", value: 9, raisedBy };
  const one = { cause: "single" as const, open: 1, total: 1, containersTotal: 1, containerIds: ["gao"], worst };
  const chance = { ...worst, attribute: "chance", raisedBy: { ...raisedBy, attributes: ["chance"], level: 50 } };
  const past = { ...worst, raisedBy: { ...raisedBy, type: "below" as const, attributes: ["battery.soc"], level: 20 } };
  const cover = { forecast: 1, of: 1, isComing: false };
  const needs = needsAttention([fakeContainer({ name: "Gao", energy: fakeEnergy("cut") })], fakeNowMs);
  for (const look of looks.slice(0, 2))
    for (const own of [[], needs])
      for (const [found, hours] of [
        [worst, "12"],
        [chance, "48"],
        [past, undefined],
      ] as const) {
        const incidents = [fakeIncident({ ...one, worst: found })];
        await render(
          () => (
            <TroubleRow
              {...{ incidents, cover }}
              needs={own}
              containers={[]}
              neverSeen={0}
              hasOtherZones={false}
              now={fakeNowMs}
            />
          ),
          look,
        );
        await expect.element(page.getByRole("listitem").first()).toBeVisible();
        const said = page.getByText(say("incidents:ahead", { hours }).replaceAll(/\s+/g, " "));
        if (hours === undefined) await expect.element(said).not.toBeInTheDocument();
        else await expect.element(said).toBeVisible();
        await expectFittingWords();
      }
});

test("of what is wrong, only the state itself stands out; what belongs to it is quiet", async () => {
  await Promise.all([loadTexts("dashboard", "incidents", "container-facts", "energy-state"), timeReady()]);
  const energy = fakeEnergy("cut", { backAt: minutesAgo(-90) });
  const needs = needsAttention([fakeContainer({ name: "Gao", energy })], fakeNowMs);
  const cover = { forecast: 1, of: 1, isComing: false };
  await render(() => (
    <TroubleRow
      {...{ needs, cover }}
      incidents={[]}
      containers={[]}
      neverSeen={0}
      hasOtherZones={false}
      now={fakeNowMs}
    />
  ));
  const back = page.getByText(/^Expected back/);
  await expect.element(back).toBeVisible();
  const weightOf = (element: Element) => getComputedStyle(element).fontWeight;
  expect([weightOf(back.element()), weightOf(back.element().parentElement!)]).toEqual(["400", "600"]);
});

test("on the card of a container how it is supplied comes first, then what is critical, in its colour, and the card has the mark of the worst", async () => {
  await Promise.all([loadTexts("dashboard", "incidents", "container-facts", "energy-state"), timeReady()]);
  const needs = needsAttention(
    [fakeContainer({ name: "Gao", alarms: ["hot"], energy: fakeEnergy("generator_ahead") })],
    fakeNowMs,
  );
  const own = { cause: "single" as const, containerIds: ["gao"], open: 1, total: 1, containersTotal: 1 };
  const incidents = [
    fakeIncident({ ...own, id: "low", content: "Charge low", severity: "warning" }),
    fakeIncident({ ...own, id: "cold", content: "Charging a cold battery", severity: "critical" }),
  ];
  const cover = { forecast: 1, of: 1, isComing: false };
  await render(() => (
    <TroubleRow {...{ needs, cover, incidents }} containers={[]} neverSeen={0} hasOtherZones={false} now={fakeNowMs} />
  ));
  const card = page.getByRole("listitem");
  await expect.element(card).toHaveAttribute("data-state", "critical");
  const state = say("energy-state:word.generator_ahead");
  await expect
    .element(card)
    .toHaveTextContent(new RegExp(`Gao.*${state}.*Charging a cold battery.*The battery is hotter.*Charge low`));
  const link = (name: string) => page.getByRole("link", { name }).element();
  const markOf = (name: string) => link(name).parentElement!.previousElementSibling!;
  expect([markOf("Charging a cold battery"), markOf("Charge low")].map((mark) => mark.textContent)).toEqual([
    say("container-facts:status.critical"),
    say("container-facts:status.warning"),
  ]);
  const colorOf = (element: Element) => getComputedStyle(element).color;
  expect(colorOf(link("Charging a cold battery"))).toBe(colorOf(markOf("Charging a cold battery")));
  expect(colorOf(link("Charge low"))).not.toBe(colorOf(link("Charging a cold battery")));
});

test("a card of incidents alone has the mark of the gravest of them, also where loads about to be cut are said first", async () => {
  await Promise.all([loadTexts("dashboard", "incidents", "container-facts", "energy-state"), timeReady()]);
  const own = { cause: "single" as const, containerIds: ["gao"], open: 1, total: 1, containersTotal: 1 };
  const ahead = { id: "w1", containerName: "Gao", content: "Soon cut", attribute: "hours_to_reserve", value: 9 };
  const incidents = [
    fakeIncident({ ...own, id: "soon", severity: "warning", worst: { ...ahead, raisedBy: null } }),
    fakeIncident({ ...own, id: "cold", content: "Charging a cold battery", severity: "critical" }),
  ];
  const cover = { forecast: 1, of: 1, isComing: false };
  const row = (shown: typeof incidents) => (
    <TroubleRow
      {...{ cover }}
      incidents={shown}
      needs={[]}
      containers={[]}
      neverSeen={0}
      hasOtherZones={false}
      now={fakeNowMs}
    />
  );
  await render(() => row(incidents));
  const card = page.getByRole("listitem");
  await expect.element(card).toHaveAttribute("data-state", "critical");
  await render(() => row([{ ...incidents[0]!, severity: "info" }]));
  await expect.element(card).toHaveAttribute("data-state", "info");
});

test("a card names the zone of its times where clocks there show another time than the reader's", async () => {
  await Promise.all([loadTexts("dashboard", "incidents", "container-facts", "energy-state"), timeReady()]);
  const energy = fakeEnergy("cut", { backAt: minutesAgo(-90) });
  const away = { energy, zoneName: "Pacific/Auckland" };
  const needs = needsAttention(
    [fakeContainer({ name: "Gao", ...away }), fakeContainer({ name: "Kayes", energy, zoneName: browserZone })],
    fakeNowMs,
  );
  const alone = { containersTotal: 1, zoneName: "Pacific/Auckland", containerIds: ["kita"] };
  const incidents = [
    fakeIncident({ ...alone, cause: "single" }),
    fakeIncident({ id: "i2", containersTotal: 5, zoneName: "Pacific/Auckland" }),
  ];
  const cover = { forecast: 2, of: 2, isComing: false };
  for (const look of looks) {
    await render(
      () => <TroubleRow {...{ needs, cover, incidents }} containers={[]} neverSeen={0} hasOtherZones now={fakeNowMs} />,
      look,
    );
    const zone = say("container-facts:times", { zone: "Pacific/Auckland" });
    const cards = () =>
      page
        .getByRole("listitem")
        .elements()
        .map((card) => card.textContent?.includes(zone));
    await expect.poll(() => cards().length).toBe(4);
    // For how long an incident lasts is the same in every zone.
    expect(cards().filter(Boolean)).toHaveLength(1);
    await expectFittingWords();
  }
});

test("a card says once how long an incident lasts, and a container with one has the same shape as one with several", async () => {
  await Promise.all([loadTexts("dashboard", "incidents", "container-facts", "energy-state"), timeReady()]);
  const alone = { cause: "single" as const, open: 1, total: 1, containersTotal: 1, containersOpen: 1 };
  const own = { ...alone, beganAt: minutesAgo(180) };
  const incidents = [
    fakeIncident({ ...own, id: "i1", containerIds: ["gao"], severity: "warning", content: "SOC < 10" }),
    fakeIncident({ ...own, id: "i2", containerIds: ["gao"], severity: "warning", content: "SOC < 20" }),
    fakeIncident({
      ...own,
      id: "i3",
      containerIds: ["kita"],
      severity: "warning",
      content: "SOC < 30",
      containerName: "Kita",
    }),
  ];
  const cover = { forecast: 1, of: 1, isComing: false };
  for (const look of looks) {
    await render(
      () => (
        <TroubleRow
          {...{ incidents, cover }}
          needs={[]}
          containers={[]}
          neverSeen={0}
          hasOtherZones={false}
          now={fakeNowMs}
        />
      ),
      look,
    );
    const cards = page.getByRole("listitem");
    await expect.poll(() => cards.elements().length).toBe(2);
    await expect.element(cards.nth(0)).toHaveTextContent(/Gao.*SOC < 10.*SOC < 20/);
    await expect.element(cards.nth(0)).toHaveAttribute("data-state", "warning");
    await expect
      .element(cards.nth(0).getByRole("link", { name: "SOC < 20" }))
      .toHaveAttribute("href", expect.stringContaining("incident=i2"));
    // The name of a rule may be any words, so what is said of it stands apart.
    await expect.element(cards.nth(1)).toHaveTextContent(/Kita.*SOC < 30 · .*3\sh/);
    expect(cards.nth(1).element().textContent).not.toMatch(/[0-9]:[0-9]/);
    await expect.element(cards.nth(1).getByRole("link", { name: "Kita" })).toBeVisible();
    await expect
      .element(cards.nth(1).getByRole("link", { name: "SOC < 30" }))
      .toHaveAttribute("href", expect.stringContaining("incident=i3"));
    await expectFittingWords();
  }
});

test("a card says once when loads are cut or will be, in the sentence on its state, and names the incident like any other", async () => {
  await Promise.all([loadTexts("dashboard", "incidents", "container-facts", "energy-state"), timeReady()]);
  const cover = { forecast: 1, of: 1, isComing: false };
  const show = async (energy: ReturnType<typeof fakeEnergy>, own: Partial<Incident>[], look = looks[0]) => {
    const needs = needsAttention([fakeContainer({ name: "Gao", energy })], fakeNowMs);
    const incidents = own.map((one) => fakeIncident({ containerIds: ["gao"], containersTotal: 1, ...one }));
    await render(
      () => (
        <TroubleRow
          {...{ needs, cover, incidents }}
          containers={[]}
          neverSeen={0}
          hasOtherZones={false}
          now={fakeNowMs}
        />
      ),
      look,
    );
    await expect.element(page.getByRole("link", { name: "Gao" })).toBeVisible();
    await expectFittingWords();
    return page.getByRole("listitem").element().textContent.replaceAll(/\s+/g, " ");
  };
  const times = (text: string, part: string) => text.split(part).length - 1;
  for (const look of looks) {
    const ahead = await show(fakeEnergy("cut_ahead", { cutAt: minutesAgo(-222) }), [], look);
    expect([times(ahead, "3 h 42"), ahead]).toEqual([1, expect.any(String)]);
    const since = minutesAgo(600);
    const cut = fakeIncident().worst;
    const worst = { ...cut, attribute: cutAttribute };
    const dark = await show(fakeEnergy("cut", { since }), [{ cause: "cut", open: 2, worst, beganAt: since }], look);
    // Its container may have more open: these are said to be those of the incident.
    expect(dark).toMatch(look?.language === "fr" ? /2 alertes .* dans cet incident/ : /2 open warnings in this/);
    const one = await show(fakeEnergy("cut", { since }), [{ cause: "cut", open: 1, worst, beganAt: since }], look);
    expect(one).not.toMatch(/1 (open|alerte)/);
    await expect.element(page.getByRole("link", { name: say("incidents:here.isCut"), exact: true })).toBeVisible();
  }
});

test("that the incidents could not be loaded is said above what stands in their place, with a way to ask again", async () => {
  await Promise.all([loadTexts("dashboard", "incidents", "container-facts", "energy-state", "ui"), timeReady()]);
  const warned = fakeContainer({ name: "Gao", openWarnings: { count: 2, worst: "critical" } });
  const refetch = vi.fn();
  const cover = { forecast: 1, of: 1, isComing: false };
  const show = (asked: { data: unknown; error: Error | null }, look = {}) =>
    render(
      () => (
        <TroubleRow
          {...{ cover }}
          asked={{ ...asked, refetch }}
          incidents={[]}
          needs={needsAttention([warned], fakeNowMs)}
          containers={[warned]}
          neverSeen={0}
          hasOtherZones={false}
          now={fakeNowMs}
        />
      ),
      look,
    );
  const lost = () => page.getByText(say("dashboard:attention.incidentsLost"), { exact: true });
  for (const look of looks) {
    await show({ data: undefined, error: new Error("broken") }, look);
    await expect.element(lost()).toBeVisible();
    await expectFittingWords();
  }
  await page.getByRole("button", { name: say("ui:async.retry") }).click();
  expect(refetch).toHaveBeenCalledOnce();
  await show({ data: undefined, error: null });
  await expect.element(page.getByRole("link", { name: "Gao" })).toBeVisible();
  await expect.element(lost()).not.toBeInTheDocument();
});
