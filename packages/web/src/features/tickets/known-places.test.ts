import { usualUnits } from "@offgrid/contract/core/unit-choices";
import { showUnits } from "@offgrid/contract/telemetry/shown-units";
import { createInstance } from "i18next";
import { expect, onTestFinished, test } from "vitest";

import { fakeContainer, fakeEnergy, fakeNowMs, minutesAgo } from "../../domain/containers/container-row.fake.ts";
import energyEn from "../../domain/energy-state/energy-state.en.json" with { type: "json" };
import energyFr from "../../domain/energy-state/energy-state.fr.json" with { type: "json" };
import { knownPlaces } from "./known-places.ts";

const texts = createInstance();
await texts.init({
  lng: "en",
  resources: { en: { "energy-state": energyEn }, fr: { "energy-state": energyFr } },
  interpolation: { escapeValue: false },
});
const words = (locale: "en" | "fr") => ({ t: texts.getFixedT(locale, "energy-state"), locale, isLastKnown: false });
const ticket = { container: { id: "agadez", name: "Agadez" }, agent: null, incidentId: null };
const nowMs = fakeNowMs;
const lasting = { state: "safe", likely: null, hours: null } as const;
const cutAt = new Date(nowMs + 7.5 * 3_600_000).toISOString();

test("without an incident the value is the charge of the battery, and the hours are those of the container's page", () => {
  const row = fakeContainer({ soc: 73, blackout: lasting });
  const known = { ticket, incident: undefined, row, nowMs };
  expect(knownPlaces(known, words("en"))).toEqual({
    container: "Agadez",
    value: "73\u00a0%",
    hours_left: ">\u00a048\u00a0h",
  });
  const ahead = { ...known, row: { ...row, energy: fakeEnergy("cut_ahead", { cutAt }) } };
  expect(knownPlaces(ahead, words("fr")).hours_left).toBe("8\u00a0h");
  const doubtful = { ...known, row: { ...row, blackout: { ...lasting, chance: 0.3 } } };
  expect(knownPlaces(doubtful, words("en")).hours_left).toMatch(/^>\s48\sh \(30\s%/);
});

test("of a ticket with an incident the value is that of its gravest warning", () => {
  const about = { ...ticket, incidentId: "i-1" };
  const worst = { attribute: "battery.soc", value: 12 } as never;
  const known = { ticket: about, row: fakeContainer({ soc: 73, blackout: lasting }), nowMs };
  expect(knownPlaces({ ...known, incident: { worst } }, words("en")).value).toBe("12\u00a0%");
  expect(knownPlaces({ ...known, incident: undefined }, words("en")).value).toBeUndefined();
});

test("how far two temperatures are apart is said in the unit that is read, without its offset", () => {
  showUnits({ ...usualUnits, temperature: "degF" });
  onTestFinished(() => showUnits(usualUnits));
  const about = { ...ticket, incidentId: "i-1" };
  const valueOf = (type: "above" | "compare") => {
    const worst = { attribute: "battery.temperature", value: 10, raisedBy: { type } } as never;
    return knownPlaces({ ticket: about, incident: { worst }, row: undefined, nowMs }, words("en")).value;
  };
  expect([valueOf("above"), valueOf("compare")]).toEqual(["50.0\u00a0°F", "18.0\u00a0°F"]);
});

test("what is not known, or old, stays a place to be filled", () => {
  const old = fakeContainer({ valuesAt: minutesAgo(600), energy: fakeEnergy("unknown") });
  expect(knownPlaces({ ticket, incident: undefined, row: old, nowMs }, words("en"))).toEqual({ container: "Agadez" });
  const cut = fakeContainer({ soc: 9, energy: fakeEnergy("cut") });
  expect(knownPlaces({ ticket, incident: undefined, row: cut, nowMs }, words("en")).hours_left).toBeUndefined();
});
