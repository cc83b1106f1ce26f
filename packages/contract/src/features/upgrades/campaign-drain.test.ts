import { expect, test } from "vitest";

import { type Campaign, type CampaignResult, soakEnd, stepCampaign, waveOf } from "./campaign-moves.ts";
import { upgradeChargePercent } from "./upgrade-moves.ts";

/** A release is upgraded to by simulated containers hour by hour, each with a battery that gets it through the night. */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const count = 200;
const cutPercent = 20;

interface Simulated {
  capacityWh: number;
  chargeWh: number;
  loadW: number;
  wave: number;
  upgradedAtMs: number | undefined;
  cuts: number[];
}

function makeFleet(): Simulated[] {
  return Array.from({ length: count }, (_, place) => {
    const capacityWh = 9_000 + 100 * (place % 30);
    return {
      ...{ capacityWh, chargeWh: 0.8 * capacityWh, loadW: 220 + 5 * (place % 20), wave: waveOf(place, count) },
      ...{ upgradedAtMs: undefined, cuts: [] },
    };
  });
}

/** The sun feeds a container well from eight to five; what the release takes comes on top of the load. */
function pass(one: Simulated, nowMs: number, drainW: number): void {
  const hour = (nowMs % dayMs) / hourMs;
  const sunW = hour >= 8 && hour < 17 ? 1_400 : 0;
  const usedW = one.loadW + (one.upgradedAtMs === undefined ? 0 : drainW);
  const least = (cutPercent / 100) * one.capacityWh;
  const wasAbove = one.chargeWh > least;
  one.chargeWh = Math.min(one.capacityWh, Math.max(least, one.chargeWh + sunW - usedW));
  if (wasAbove && one.chargeWh <= least) one.cuts.push(nowMs);
}

/** @returns How the campaign ended after four weeks at most, and how many containers it had upgraded. */
function simulate(drainW: number) {
  const fleet = makeFleet();
  let campaign: Campaign = {
    ...{ state: "running", wave: 0, startsAtMs: undefined, soakUntilMs: undefined, resumedAtMs: undefined },
  };
  const results: CampaignResult[] = [];
  for (let nowMs = 8 * hourMs; nowMs < 28 * dayMs; nowMs += hourMs) {
    for (const one of fleet) pass(one, nowMs, drainW);
    const waiting = fleet.filter(({ wave, upgradedAtMs }) => wave <= campaign.wave && upgradedAtMs === undefined);
    for (const one of campaign.state === "running" ? waiting : []) {
      if (one.chargeWh < (upgradeChargePercent / 100) * one.capacityWh) continue;
      one.upgradedAtMs = nowMs;
      results.push({ wave: one.wave, atMs: nowMs, isFailure: false });
    }
    const troubled = fleet.filter(({ upgradedAtMs: at, cuts }) => {
      const isNew = at !== undefined && !cuts.some((cut) => cut <= at && cut > at - 7 * dayMs);
      return isNew && cuts.some((cut) => cut > at);
    }).length;
    const open = waiting.filter(({ upgradedAtMs }) => upgradedAtMs === undefined).length;
    const rest = fleet.filter(({ wave }) => wave > campaign.wave).length;
    const facts = { isAllowed: true, rest, results, open, troubled, soakEndMs: soakEnd(nowMs, [0]) };
    campaign = stepCampaign(campaign, facts, nowMs)?.campaign ?? campaign;
  }
  return { state: campaign.state, wave: campaign.wave, upgraded: results.length };
}

test("a release that drains 300 W over 200 containers halts in the first wave, after the first night", () => {
  expect(simulate(300)).toEqual({ state: "halted", wave: 0, upgraded: 1 });
});

test("one that drains too little to cut the first container halts before it reaches all", () => {
  const { state, wave, upgraded } = simulate(240);
  expect(state).toBe("halted");
  expect(wave).toBeLessThan(2);
  expect(upgraded).toBeLessThanOrEqual(21);
});

test("a release that drains nothing reaches every container", () => {
  expect(simulate(0)).toEqual({ state: "completed", wave: 2, upgraded: count });
});
