import { useTranslation } from "react-i18next";
import type { ReactNode } from "react";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";

import { setReachable } from "../core/api/reach.ts";
import { loadTexts } from "../core/i18n/i18n.ts";
import { formatAge, formatSilence, timeReady } from "../core/time.ts";
import { ago, fakeNow, fakeOutput, fakeUserId, fakeZone } from "../domain/commands/command.fake.ts";
import { readingOf } from "../domain/commands/command-facts.ts";
import { OutputCard } from "../domain/commands/output-card.tsx";
import { fakeContainer } from "../domain/containers/container-row.fake.ts";
import { useRowAge } from "../domain/containers/use-row-age.ts";
import { useEnergyWords } from "../domain/energy-state/use-energy-words.ts";
import { AcCard } from "../features/container/air-conditioning/ac-card.tsx";
import { control } from "../features/container/air-conditioning/ac-control.fake.ts";
import { cellSpread } from "../features/container/batteries/battery-facts.ts";
import { CellStrip } from "../features/container/batteries/cell-strip.tsx";
import { DeviceTile } from "../features/container/devices/device-tile.tsx";
import { DeviceValues } from "../features/container/devices/device-values.tsx";
import { AllValues } from "../features/container/overview/all-values.tsx";
import { PhaseMeasured } from "../features/container/phase-control/phase-standing.tsx";
import { LightCard } from "../features/container/street-lights/light-card.tsx";
import { ContainerTableRow } from "../features/containers/list/container-row.tsx";
import { usualColumns } from "../features/containers/list-choices.ts";
import { looks, render, say } from "../testing/render.tsx";
import { useAgeWords } from "../ui/use-freshness.ts";

/** Everything was measured two seconds ago, by equipment that is read each ten. */
const at = ago(2);
const now = fakeNow;
const shared = { everyS: 10, now, zone: fakeZone };
const free = { userId: fakeUserId, blocked: undefined, container: "Lodwar", isAway: false };
const none = async () => undefined;

function Row() {
  const { t } = useTranslation("containers");
  const energy = useEnergyWords();
  const words = { t, locale: energy.locale, energy, age: useAgeWords(), rowAge: useRowAge() };
  const container = fakeContainer({ soc: 61, lastSeen: at, valuesAt: at, everyS: 10 });
  return (
    <table>
      <tbody>
        <ContainerTableRow
          {...{ container, now, words, columns: usualColumns, place: 0, isSelected: false, withStops: true }}
          onAct={() => {}}
        />
      </tbody>
    </table>
  );
}

const device = {
  ...{ device: { id: "battery", type: "battery_bank" }, kind: undefined, number: undefined, state: "answering" },
  ...{ metrics: ["battery.soc"], silent: [], lastReplyMs: Date.parse(at) },
} as const;
const values = { "battery.soc": { value: 61, at }, "phase.1.power": { value: 711, at } };
const info = { values, everyS: 10, zoneName: fakeZone } as never;
const cells = Object.fromEntries([1, 2].map((cell) => [`battery.cell.${cell}.voltage`, { value: 3.3, at }]));
const lamp = { target: "street_light.1", number: 1, level: 80, levelAt: at, why: null, lock: { state: "free" } };

/** Each part that shows how old what it tells is, and how it marks that this is not of now. */
const parts: readonly (readonly [name: string, part: () => ReactNode, mark: string])[] = [
  ["row of the list", () => <Row />, "tr[data-stale] [data-stale]"],
  [
    "values of a device",
    () => <DeviceValues {...{ facts: device as never, info, now }} chosen={undefined} onChoose={none} history={none} />,
    "tr[data-old]",
  ],
  [
    "tile of a device",
    () => <DeviceTile {...{ ...shared, values, facts: device as never }} onOpen={none} />,
    "dl [data-old]",
  ],
  ["all latest values", () => <AllValues values={values} {...shared} />, "td:not(:last-child).og-muted"],
  ["cells", () => <CellStrip spread={cellSpread(cells)!} {...shared} />, "div.og-muted > p"],
  ["phase", () => <PhaseMeasured phase={1} info={info} now={now} />, "[data-old]"],
  [
    "street light",
    () => (
      <LightCard
        {...{ ...shared, ...free, light: lamp as never, live: undefined, mayDim: true, onSet: none, onLock: none }}
      />
    ),
    "p.og-muted",
  ],
  [
    "air conditioning",
    () => (
      <AcCard
        {...{ ...shared, ...free, control, maySet: true, onSet: none, onLock: none }}
        values={{ ...nothing, temperature: { value: 21, at } }}
      />
    ),
    "[data-old]",
  ],
  [
    "output",
    () => (
      <OutputCard
        {...{ ...shared, ...free, mayControl: true, onSet: none, onLock: none, onEmergency: none }}
        output={fakeOutput({ onAt: at })}
        reading={readingOf(fakeOutput({ onAt: at }), undefined)}
      />
    ),
    "[role=switch][data-old]",
  ],
];

const nothing = { on: null, mode: null, power: null, setpoint: null, fan: null };
const names = ["containers", "container", "devices", "batteries", "phase-control", "street-lights"] as const;

for (const [name, part, mark] of parts)
  test(`without a connection nothing of what was measured just now is told as if it were of now: ${name}`, async () => {
    localStorage.setItem("offgrid.all-values", "true");
    onTestFinished(() => {
      localStorage.removeItem("offgrid.all-values");
      setReachable(true);
    });
    await Promise.all([loadTexts(...names, "air-conditioning", "command-words", "ui"), timeReady()]);
    for (const look of looks) {
      const { language } = look;
      const text = () => document.body.innerText;
      setReachable(true);
      await render(part, look);
      const present = formatAge(0, language);
      if (name !== "phase") await expect.poll(text).toContain(present);
      expect(document.querySelector(mark)).toBeNull();
      setReachable(false);
      await render(part, look);
      await expect.poll(text).toContain(formatSilence(0, language));
      expect(text()).not.toContain(present);
      expect(document.querySelector(mark)).not.toBeNull();
    }
  });

test("without a connection a device is said to have responded, and not to respond", async () => {
  onTestFinished(() => setReachable(true));
  await loadTexts("devices", "container");
  const show = () => render(() => <DeviceTile {...{ ...shared, values, facts: device as never }} onOpen={none} />);
  await show();
  await expect.element(page.getByText(say("devices:state.answering"), { exact: true })).toBeVisible();
  setReachable(false);
  await show();
  await expect.element(page.getByText(say("devices:state.wasAnswering"), { exact: true })).toBeVisible();
});

test("without a connection nobody says why a unit that did not run does not run", async () => {
  onTestFinished(() => setReachable(true));
  await Promise.all([loadTexts("air-conditioning", "command-words", "container", "ui"), timeReady()]);
  const idle = { ...nothing, on: { value: false, at }, temperature: null };
  const show = () =>
    render(() => (
      <AcCard {...{ ...shared, ...free, control, maySet: true, onSet: none, onLock: none }} values={idle} />
    ));
  const why = page.getByText(say("air-conditioning:idle", { mode: say("air-conditioning:modes.cool") }));
  await show();
  await expect.element(why).toBeVisible();
  setReachable(false);
  await show();
  await expect.element(why).not.toBeInTheDocument();
});
