import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";

import { setReachable } from "../../../core/api/reach.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { fakeContainer, fakeEnergy, fakeNowMs, minutesAgo } from "../../../domain/containers/container-row.fake.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { putOnPaper } from "../../../testing/on-paper.ts";
import { axeLooks, type Look, render, say } from "../../../testing/render.tsx";
import { ContainerHeader } from "./container-header.tsx";
import { type KnownContainer, knownFromRow } from "./known-container.ts";

async function show(known: KnownContainer | undefined, isComing: boolean, look?: Look): Promise<void> {
  await loadTexts("container", "container-facts", "energy-state");
  await render(
    () => <ContainerHeader title="lodwar" switches={null} now={fakeNowMs} onStar={vi.fn()} {...{ known, isComing }} />,
    look,
  );
}

/** What a phone has no room for. */
const details = () => page.getByRole("button", { name: say("container:details"), exact: true });
const isPhone = (look?: Look) => look?.width === 400;

const waiting = () => document.querySelector("[class*=Skeleton]");

test("without an answer about a container the header says what the list says of it, with the age of its charge", async () => {
  const row = fakeContainer({ status: "offline", soc: 41, valuesAt: minutesAgo(180), lastSeen: minutesAgo(180) });
  for (const look of axeLooks) {
    await show(knownFromRow(row), false, look);
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent(row.name);
    const charge = page.getByRole("term").filter({ hasText: /^(Charge|State of charge|État de charge)$/ });
    expect(charge.element().nextElementSibling?.textContent).toMatch(/^41\s% · .*3\s?h/);
    expect(waiting()).toBeNull();
    await expectFittingWords();
    await expectAccessible();
  }
});

test("without a connection the charge has its age, however lately it was measured", async () => {
  const known = knownFromRow(fakeContainer({ soc: 61 }));
  const charge = () =>
    page
      .getByRole("term")
      .filter({ hasText: say("container:soc") })
      .element().nextElementSibling;
  await show(known, false);
  expect(charge()?.textContent).toMatch(/^61\s%\s*$/);
  setReachable(false);
  onTestFinished(() => setReachable(true));
  await show(known, false);
  expect(charge()?.textContent).toMatch(/^61\s% · <\s1\smin ago/);
});

test("above a picture of an earlier time the charge is called that of now", async () => {
  const row = fakeContainer({ soc: 61 });
  for (const look of axeLooks) {
    await loadTexts("container", "container-facts", "energy-state");
    const rest = { title: "lodwar", switches: null, now: fakeNowMs, onStar: vi.fn(), isComing: false };
    await render(() => <ContainerHeader known={knownFromRow(row)} {...rest} isPastBelow />, look);
    const charge = page.getByRole("term").filter({ hasText: /^(Charge now|Charge actuelle)$/ });
    expect(charge.element().nextElementSibling?.textContent).toMatch(/^61\s%/);
    await expect.element(page.getByText(/^(Charge|State of charge|État de charge)$/)).not.toBeInTheDocument();
  }
});

test("a retired container says since when, and neither its last state nor what was expected of it", async () => {
  const row = fakeContainer({
    status: "just_offline",
    energy: fakeEnergy("cut_ahead"),
    openWarnings: { count: 2, worst: "critical" },
    retiredAt: minutesAgo(60),
  });
  for (const look of axeLooks) {
    await show(knownFromRow(row), false, look);
    await expect.element(page.getByText(/Retired since|Hors service depuis/)).toBeVisible();
    for (const text of ["container-facts:status.just_offline", "energy-state:hoursLeft.label"])
      await expect.element(page.getByText(say(text), { exact: true })).not.toBeInTheDocument();
    await expect.element(page.getByRole("link", { name: /warning|alerte/i })).not.toBeInTheDocument();
    await expectFittingWords();
    await expectAccessible();
  }
});

test("the star stands by the name, however much is under it", async () => {
  const row = fakeContainer({
    energy: fakeEnergy("cut"),
    alarms: ["cold"],
    openWarnings: { count: 2, worst: "critical" },
  });
  for (const width of [1280, 400]) {
    await show(knownFromRow(row), false, { width });
    const name = page.getByRole("heading", { level: 1 }).element().getBoundingClientRect();
    const star = page
      .getByRole("button", { name: /^Favorite/ })
      .element()
      .getBoundingClientRect();
    expect((star.top + star.bottom) / 2).toBeGreaterThan(name.top);
    expect((star.top + star.bottom) / 2).toBeLessThan(name.bottom);
    expect(star.left - name.right).toBeLessThan(24);
  }
});

test("on a phone the facts take one line, and the zone and the software make room", async () => {
  const known = knownFromRow(fakeContainer({ lastSeen: minutesAgo(0.5) }));
  const factTops = () => [...document.querySelectorAll("dl > div")].map((one) => one.getBoundingClientRect().top);
  for (const language of ["fr", "en"] as const) {
    await show(known, false, { width: 400, language });
    await expect.element(page.getByText(say("container:lastSeen"), { exact: true })).toBeVisible();
    expect(new Set(factTops()).size).toBe(1);
  }
  await expect.element(page.getByText(say("container:version"), { exact: true })).not.toBeInTheDocument();
  await show(known, false);
  await expect.element(page.getByText(say("container:version"), { exact: true })).toBeVisible();
});

test("the figures stand where they will be before they are known, whatever the sentence under the name says", async () => {
  const places = () =>
    [...document.querySelectorAll("dl > div")].map((one) => Math.round(one.getBoundingClientRect().left));
  const long = "The battery gave up, and nobody knows when it will be back";
  for (const width of [1280, 1100]) {
    await show(undefined, true, { width });
    await expect.element(page.getByText(say("container:version"), { exact: true })).toBeVisible();
    const before = places();
    await show(knownFromRow(fakeContainer({ name: "Lodwar", energy: fakeEnergy("cut") })), false, { width });
    await expect.element(page.getByRole("heading", { name: "Lodwar" })).toBeVisible();
    const facts = document.querySelector("dl")!.getBoundingClientRect();
    expect(places().slice(0, 3)).toEqual(before.slice(0, 3));
    const sentence = document.querySelector("[class*=energy] span")!;
    sentence.textContent = long.repeat(6);
    expect(document.querySelector("dl")!.getBoundingClientRect().left).toBe(facts.left);
  }
});

test("what nobody knows is waited for only while it is on its way", async () => {
  await show(undefined, true);
  await expect.element(page.getByText(say("container:soc"))).toBeVisible();
  expect(waiting()).not.toBeNull();
  await show(undefined, false);
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("lodwar");
  await expect.element(page.getByText(say("container:soc"))).not.toBeInTheDocument();
  expect(waiting()).toBeNull();
});

test("where loads are cut, all or in part, or the charge is not known, the header leads to what can be done", async () => {
  const link = page.getByRole("link", { name: say("container:whatToDo"), exact: true });
  await show(knownFromRow(fakeContainer({ energy: fakeEnergy("cut") })), false);
  await expect.element(link).toHaveAttribute("href", expect.stringMatching(/\/help\/blackout#.+/));
  for (const level of ["cut_partly", "unknown"] as const) {
    await show(knownFromRow(fakeContainer({ energy: fakeEnergy(level) })), false);
    const section = say(`container:helpSection.${level}`);
    await expect.element(link).toHaveAttribute("href", expect.stringMatching(new RegExp(`/help/blackout#${section}$`)));
  }
  await expectAccessible();
  // Nobody can press it on paper.
  await putOnPaper();
  await expect.element(page.getByText(say("container:whatToDo"), { exact: true })).not.toBeVisible();
  await show(knownFromRow(fakeContainer()), false);
  await expect.element(page.getByText(say("container:soc"))).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
});

test("of a container that has gone silent a moment ago nobody says that it was last seen now", async () => {
  const seenNow = fakeContainer({ status: "just_offline", lastSeen: minutesAgo(-0.2) });
  const seen = () => page.getByText(say("container:lastSeen"), { exact: true }).element().nextElementSibling;
  await show(knownFromRow(seenNow), false);
  await expect.poll(() => seen()?.textContent).toMatch(/^<\s1\smin ago$/);
  await show(knownFromRow({ ...seenNow, status: "online" }), false);
  await expect.poll(() => seen()?.textContent).toBe("just now");
});

test("on a phone the header is as high whatever the age of the last contact is", async () => {
  const seen = () => page.getByText(say("container:lastSeen"), { exact: true }).element().nextElementSibling;
  for (const language of ["en", "fr"] as const) {
    const heights = new Set<number>();
    for (const minutes of [0.05, 0.5, 12, 59, 180]) {
      await show(knownFromRow(fakeContainer({ lastSeen: minutesAgo(minutes) })), false, { language, width: 400 });
      await expect.poll(() => seen()?.textContent).toMatch(minutes < 1 ? /^(just now|à l’instant)$/ : /\d/);
      heights.add(document.querySelector("header")!.getBoundingClientRect().height);
    }
    expect([...heights]).toHaveLength(1);
  }
});

const badDay = () =>
  fakeContainer({
    name: "The research base on the far side of Lord Howe Island",
    status: "offline",
    lastSeen: minutesAgo(12),
    energy: fakeEnergy("cut_partly", {
      since: minutesAgo(60),
      cutAt: minutesAgo(-120),
      backAt: minutesAgo(-600),
      back: { earliest: minutesAgo(-500), latest: minutesAgo(-700) },
      cutOutputs: ["Fridge", "Pump", "Mill", "Gate light"].map((name, index) => ({
        target: `relay.${index + 1}`,
        name,
      })),
    }),
    alarms: ["no_charge", "soh"],
    openWarnings: { count: 2, worst: "critical" },
    works: {
      worksId: "w1",
      by: { userId: "u1", name: "Amina Diallo" },
      reason: "New batteries",
      since: minutesAgo(60),
      until: minutesAgo(-60),
    },
  });

test("on a phone the header leaves the page to be seen: what is wrong, link, works and warnings; the rest unfolds", async () => {
  for (const language of ["en", "fr"] as const) {
    await show(knownFromRow(badDay()), false, { width: 400, language });
    await expect.element(page.getByText(/^(Fridge, Pump and 2 more cut|Fridge, Pump et 2 autres)/)).toBeVisible();
    await expect.element(page.getByText(say("container-facts:status.works"), { exact: true })).toBeVisible();
    await expect.element(page.getByRole("link", { name: say("container:warnings", { count: 4 }) })).toBeVisible();
    expect(document.querySelector("header")!.getBoundingClientRect().height).toBeLessThan(200);
    await expectFittingWords();
  }
  await show(knownFromRow({ ...badDay(), name: "Lodwar", works: null }), false, { width: 400 });
  await expect.element(details()).toHaveAttribute("aria-expanded", "false");
  expect(document.querySelector("header")!.getBoundingClientRect().height).toBeLessThan(170);
  await expect.element(page.getByText(/The rest will be cut|Expected back/)).not.toBeInTheDocument();
  await details().click();
  await expect.element(page.getByText(/The rest will be cut .*Expected back .* likely between/)).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: say("container-facts:trouble.rule_warning", { count: 4 }) }))
    .toBeVisible();
  await expectFittingWords();
  await expectAccessible();
  await details().click();
  await expect.element(page.getByText(/The rest will be cut/)).not.toBeInTheDocument();
});

test("on a phone a container without power says at once when it is expected back", async () => {
  const energy = fakeEnergy("cut", { since: minutesAgo(60), backAt: minutesAgo(-60) });
  await show(knownFromRow(fakeContainer({ name: "Lodwar", energy })), false, { width: 400 });
  await expect.element(page.getByText(/^Loads cut since/)).toBeVisible();
  await expect.element(page.getByText(/Expected back/)).toBeVisible();
  expect(document.querySelector("header")!.getBoundingClientRect().height).toBeLessThan(200);
});

test("on a wide screen nothing has to be unfolded", async () => {
  await show(knownFromRow(badDay()), false);
  await expect.element(page.getByText(/^Fridge, Pump, Mill and 1 more cut .* likely between /)).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: say("container-facts:trouble.rule_warning", { count: 4 }) }))
    .toBeVisible();
  await expect.element(page.getByText(/Amina Diallo/)).toBeVisible();
  await expect.element(details()).not.toBeInTheDocument();
});

test("a charge just below the reserve reads alike in the figure and in the sentence, and not as the reserve", async () => {
  const energy = { level: "below_reserve", since: null, cutAt: null, backAt: null, at: null } as const;
  const known = knownFromRow(fakeContainer({ soc: 19.6, reserveSoc: 20, energy }));
  await show(known, false);
  await expect.poll(() => document.body.textContent.replaceAll(/\s/g, " ").match(/\d+ %/g)).toEqual(["19 %", "19 %"]);
});

test("works that are under way and those that come next stand under the name on every tab", async () => {
  const by = { userId: "u1", name: "Amina Diallo" };
  const brief = (worksId: string, since: string, until: string) => ({
    worksId,
    by,
    reason: "New batteries",
    since,
    until,
  });
  const known: KnownContainer = {
    ...knownFromRow(fakeContainer({ works: brief("w1", minutesAgo(60), minutesAgo(-60)) })),
    plannedWorks: brief("w2", minutesAgo(-3_000), minutesAgo(-3_060)),
  };
  for (const look of axeLooks) {
    await show(known, false, look);
    if (isPhone(look)) await details().click();
    await expect.poll(() => page.getByText(/Amina Diallo/).elements().length).toBe(2);
    await expect.element(page.getByText(say("container-facts:status.works_planned"), { exact: true })).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
});

test("of a container that never connected that is said, and not that its charge is not measured", async () => {
  const never = fakeContainer({ status: "offline", soc: null, valuesAt: null, lastSeen: null });
  const unknown = { ...never, energy: { level: "unknown", since: null, cutAt: null, backAt: null, at: null } } as const;
  await show(knownFromRow(unknown), false);
  await expect.element(page.getByText("Never connected", { exact: true })).toBeVisible();
  expect(document.querySelector("[data-level]")?.textContent).toBe("Never connected");
  const offline = page.getByText(say("container-facts:status.offline"), { exact: true });
  await expect.element(offline).not.toBeInTheDocument();
  await show(knownFromRow({ ...unknown, lastSeen: minutesAgo(5) }), false);
  await expect.poll(() => document.querySelector("[data-level]")?.textContent).toMatch(/^State of charge not measured/);
  await expect.element(offline).toBeVisible();
});

test("without a connection a new ticket, which could not be sent, leads nowhere and says why", async () => {
  await loadTexts("container", "container-facts", "energy-state", "shared");
  const known = knownFromRow(fakeContainer());
  const rest = { title: "lodwar", switches: null, now: fakeNowMs, isComing: false, onStar: vi.fn(), mayAsk: true };
  const ticket = () => page.getByRole("link", { name: say("container:newTicket") });
  onTestFinished(() => setReachable(true));
  for (const language of ["en", "fr"] as const) {
    setReachable(false);
    await render(() => <ContainerHeader known={known} {...rest} />, { language });
    await expect.element(ticket()).toHaveAttribute("aria-disabled", "true");
    expect(ticket().element()).not.toHaveAttribute("href");
    expect(ticket().element()).toHaveAccessibleDescription(say("shared:error.away_act"));
    await expectAccessible();
    setReachable(true);
    await render(() => <ContainerHeader known={known} {...rest} />, { language });
    await expect.element(ticket()).toHaveAttribute("href", expect.stringContaining("new=ticket"));
  }
});
