import { expect, test } from "vitest";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { formatTime, timeReady } from "../../core/time.ts";
import type { Incident } from "../../domain/incidents/incidents.data.ts";
import { fakeIncident } from "../../domain/incidents/incident.fake.ts";
import { useIncidentWords } from "../../domain/incidents/use-incident-words.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, readText, render } from "../../testing/render.tsx";
import { browserZone } from "../../ui/use-locale.ts";
import { page } from "vitest/browser";
import { IncidentList } from "./incident-list.tsx";

const read = (key: string, values: Record<string, unknown> = {}) => readText(`warning-history:${key}`, values);
const nowMs = Date.parse("2026-11-24T12:00:00Z");
const hoursAgo = (hours: number) => new Date(nowMs - hours * 3_600_000).toISOString();
const single = fakeIncident({
  id: "i2",
  cause: "single",
  containerName: "Kayes",
  content: "Charge low",
  beganAt: hoursAgo(3),
  open: 1,
  total: 1,
  containersOpen: 1,
  containersTotal: 1,
  containersOf: null,
});

test("an incident says who works there until when, at how many of its containers, and when that was to be over", async () => {
  await Promise.all([loadTexts("warning-history", "incidents", "container-facts", "ui", "shared"), timeReady()]);
  const works = {
    worksId: "w1",
    state: "active",
    by: { userId: "u", name: "Amina" },
    reason: "New inverter",
    since: hoursAgo(1),
    until: hoursAgo(-1.5),
    containers: 2,
  } as const;
  const all = [
    { ...fakeIncident({ beganAt: hoursAgo(10) }), works },
    { ...single, works: { ...works, state: "planned", since: hoursAgo(-30), until: hoursAgo(-31) } },
    {
      ...single,
      id: "i4",
      works: { ...works, state: "overrun", until: hoursAgo(0.5), by: { userId: "u", name: null } },
    },
  ] as const;
  const time = (hours: number, shape: "time" | "weekdayTime", language: "en" | "fr") =>
    formatTime(nowMs - hours * 3_600_000, shape, browserZone, language);
  for (const look of looks) {
    await render(
      () => (
        <IncidentList incidents={all} now={nowMs} opened={undefined} onOpen={() => {}}>
          {() => null}
        </IncidentList>
      ),
      look,
    );
    const { language } = look;
    const until = read("incident.worksAre.until", { to: time(-1.5, "time", language) });
    const at = read("incident.at", { count: 2, of: 23 });
    await expect.element(page.getByText(`${until} · ${at} · Amina · New inverter`, { exact: true })).toBeVisible();
    const [from, to] = [time(-30, "weekdayTime", language), time(-31, "weekdayTime", language)];
    const planned = read("incident.worksAre.planned", { from, to });
    await expect.element(page.getByText(`${planned} · Amina · New inverter`, { exact: true })).toBeVisible();
    const overdue = read("incident.worksAre.overdue", { to: time(0.5, "time", language) });
    await expect
      .element(page.getByText(`${overdue} · ${read("nobody")} · New inverter`, { exact: true }))
      .toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("an incident says what its gravest warning was raised by, and which command was not carried out", async () => {
  await Promise.all(
    (
      [
        "warning-history",
        "incidents",
        "container-facts",
        "container",
        "automation-words",
        "command-words",
        "ui",
        "shared",
      ] as const
    ).map((one) => loadTexts(one)),
  );
  const worst = {
    id: "w1",
    containerName: "Kayes",
    content: "Charge low",
    attribute: "battery.soc",
    value: 18,
    raisedBy: { type: "below", attributes: ["battery.soc"], level: 20, command: null },
  } as const;
  const failed = {
    ...worst,
    id: "w2",
    attribute: "",
    value: 1,
    raisedBy: {
      type: "command",
      attributes: [],
      level: null,
      command: {
        commandId: "c1",
        op: "relay.set",
        target: "relay.2",
        outputName: "Pump 2",
        wanted: true,
        state: "failed",
        reason: "mismatch",
        isLate: false,
      },
    },
  } as const;
  const all = [
    { ...single, worst },
    { ...single, id: "i4", worst: failed },
    { ...fakeIncident({ id: "i5" }), worst },
  ] as unknown as Incident[];
  const said = {
    en: [
      "State of charge: 18 % when it began, below 20 %",
      "Pump 2 (Relay 2): Switch on · Failed: the equipment reads back something else",
    ],
    fr: [
      "État de charge : 18 % au début, en dessous de 20 %",
      "Pump 2 (Relais 2) : Mettre sous tension · Échouée : l’équipement relit autre chose",
    ],
  };
  for (const look of looks) {
    await render(
      () => (
        <IncidentList incidents={all} now={nowMs} opened={undefined} onOpen={() => {}}>
          {() => null}
        </IncidentList>
      ),
      look,
    );
    const [figure = "", command = ""] = said[look.language];
    await expect.element(page.getByText(figure, { exact: true })).toBeVisible();
    await expect.element(page.getByText(command, { exact: true })).toBeVisible();
    // Of several containers it says at which.
    await expect
      .element(page.getByText(readText("incidents:single", { name: "Kayes", content: figure })))
      .toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("an incident is called dark as long as something is, and says how many of its warnings began during works", async () => {
  await Promise.all([loadTexts("warning-history", "incidents", "container-facts", "ui", "shared"), timeReady()]);
  const back = {
    ...single,
    cause: "container",
    subject: { id: "kayes", name: "Kayes" },
    open: 2,
    total: 3,
    darkOpen: 0,
    quiet: 1,
  } as const;
  const all = [back, { ...back, id: "i5", darkOpen: 1, quiet: 0 }, fakeIncident({ id: "i6", darkOpen: 0, open: 4 })];
  for (const look of looks) {
    await render(
      () => (
        <IncidentList incidents={all} now={nowMs} opened={undefined} onOpen={() => {}}>
          {() => null}
        </IncidentList>
      ),
      look,
    );
    const was = readText("incidents:wasDark", { name: "Kayes" });
    const titleOf = (what: string, count: number) => readText("incidents:stillOpen", { what, count });
    await expect.element(page.getByText(titleOf(was, 2))).toBeVisible();
    await expect.element(page.getByText(readText("incidents:isDark", { name: "Kayes" }))).toBeVisible();
    const wereDark = readText("incidents:wereDark", { name: "Orange", count: 23 });
    await expect.element(page.getByText(titleOf(wereDark, 4))).toBeVisible();
    await expect
      .element(page.getByText(read("incident.quietSome", { count: 1, of: 2 }), { exact: true }))
      .toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("whoever looks after an incident is offered to take that back, where its details are open", async () => {
  await Promise.all([loadTexts("warning-history", "incidents", "container-facts", "ui", "shared"), timeReady()]);
  const done: unknown[] = [];
  const acts = {
    onAcknowledge: () => {},
    onMute: () => {},
    onMerge: () => {},
    onWithdraw: ({ id, state }: Incident) => (state === "acknowledged" ? () => void done.push(id) : undefined),
  };
  for (const state of ["open", "acknowledged"] as const) {
    await render(() => (
      <IncidentList incidents={[{ ...single, state }]} now={nowMs} opened="i2" onOpen={() => {}} acts={acts}>
        {() => null}
      </IncidentList>
    ));
    const withdraw = page.getByText(read("incident.withdraw"), { exact: true });
    await expect.poll(() => withdraw.elements().length).toBe(state === "open" ? 0 : 1);
    if (state === "acknowledged") await withdraw.click();
  }
  expect(done).toEqual(["i2"]);
});

test("where works go on at its only container, an incident offers those and no others", async () => {
  await Promise.all([loadTexts("warning-history", "incidents", "container-facts", "ui", "shared"), timeReady()]);
  const hour = (hours: number) => new Date(nowMs + hours * 3_600_000).toISOString();
  const works = { worksId: "w", by: { userId: "u", name: "Amina" }, reason: "Cable", since: hour(-1), containers: 1 };
  const acts = {
    onAcknowledge: () => {},
    onMute: () => {},
    onMerge: () => {},
    onWorks: () => {},
    onWithdraw: () => undefined,
  };
  const show = (incident: Partial<Incident>) =>
    render(() => (
      <IncidentList
        incidents={[{ ...single, containersOpen: 1, ...incident }]}
        now={nowMs}
        opened="i2"
        onOpen={() => {}}
        acts={acts}
      >
        {() => null}
      </IncidentList>
    ));
  const labels = () =>
    page
      .getByText(/^(Announce works|Works …)$/)
      .elements()
      .map((one) => one.textContent);
  await show({ works: { ...works, state: "active", until: hour(1) } });
  await expect.poll(labels).toEqual(["Works …"]);
  await show({ works: { ...works, state: "planned", since: hour(1), until: hour(2) } });
  await expect.poll(labels).toEqual(["Announce works"]);
  await show({ containersOpen: 2, works: { ...works, state: "active", until: hour(1) } });
  await expect.poll(labels).toEqual(["Announce works"]);
});

test("an incident of one container has the time of that container where all times are local", async () => {
  await Promise.all([loadTexts("incidents"), timeReady()]);
  const inNairobi = { ...single, zoneName: "Africa/Nairobi", beganAt: "2026-11-24T09:00:00.000Z" };
  function Title() {
    return <p>{useIncidentWords(nowMs, { isLocal: true }).title(inNairobi)}</p>;
  }
  await render(() => <Title />);
  await expect.element(page.getByText(/Kayes: Charge low, raised .*12:00/)).toBeVisible();
});

test.each([
  ["en", 1, "raised Tue 24/11, 11:00 am, 1 h ago, true since Mon 23/11, 11:00 am"],
  ["en", 30, "raised Tue 24/11, 11:00 am, 1 h ago, true for 30 days or more"],
  ["fr", 30, "(1 h), en cours depuis 30 jours ou plus"],
] as const)(
  "a rule that was saved over what was so already raised then, in %s after %i days",
  async (language, days, words) => {
    await Promise.all([loadTexts("incidents"), timeReady()]);
    const foundAt = hoursAgo(1);
    const found = { ...single, zoneName: "UTC", foundAt, beganAt: hoursAgo(1 + days * 24) };
    function Span() {
      const { span, age } = useIncidentWords(nowMs, { isLocal: true });
      return (
        <>
          <p>{span(found)}</p>
          <p>{age(found)}</p>
        </>
      );
    }
    await render(() => <Span />, { language });
    await expect.poll(() => document.body.textContent.replaceAll(/\s/g, " ")).toContain(words);
  },
);

test("an incident that a person made of two names neither of its containers alone, and how many warnings it has", async () => {
  await Promise.all([loadTexts("incidents"), timeReady()]);
  const merged = { ...single, open: 2, total: 2, containersOpen: 2, containersTotal: 2 };
  function Title() {
    return <p>{useIncidentWords(nowMs).title(merged)}</p>;
  }
  await render(() => <Title />);
  await expect.element(page.getByText(/^2 containers: Charge low and 1 more warning, raised /)).toBeVisible();
});
