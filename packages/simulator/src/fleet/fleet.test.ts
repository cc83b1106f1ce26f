import { ContainerId, ZoneName } from "@offgrid/contract/containers/containers.schema";
import { EventMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { describe, expect, test } from "vitest";

import { plantDriver } from "../plant/plant.driver.ts";
import type { PlantEvent } from "../plant/plant.events.ts";
import { kitSizes } from "../plant/plant.design.ts";
import { fleet } from "./fleet.ts";
import { type FleetMember, memberPlant } from "./fleet.member.ts";
import { dayFrames, frameCount, historyStepMs, newSpan, runThrough } from "./fleet.history.ts";
import { linkDown } from "./fleet.links.ts";

const now = Date.UTC(2026, 10, 21, 6, 2, 13);
const dayMs = 86_400_000;
const member = (containerId: string) => fleet.find((one) => one.containerId === containerId) as FleetMember;

describe("the fleet", () => {
  test("is twelve containers that the portal can register, of three sizes, one faulty, one with a bad link", () => {
    expect(fleet).toHaveLength(12);
    expect(new Set(fleet.map((one) => one.containerId)).size).toBe(12);
    expect(new Set(fleet.map((one) => one.serialNumber)).size).toBe(12);
    expect(new Set(fleet.map((one) => one.location.seed)).size).toBe(12);
    for (const one of fleet) {
      expect(ContainerId.safeParse(one.containerId).success).toBe(true);
      expect(ZoneName.safeParse(one.location.zoneName).success).toBe(true);
    }
    expect(new Set(fleet.map((one) => one.kit))).toEqual(new Set(kitSizes));
    expect(fleet.filter((one) => one.location.faults?.driftingCell)).toHaveLength(1);
    expect(fleet.filter((one) => one.location.faults?.stuckRelay)).toHaveLength(1);
    expect(fleet.filter((one) => one.badLink)).toHaveLength(1);
  });

  test("has a bad link that is down for two to eight minutes at a time and up most of the time", () => {
    const { seed } = member("barcelos").location;
    const lengths: number[] = [];
    let run = 0;
    let down = 0;
    const seconds = 7 * 86_400;
    for (let second = 0; second < seconds; second += 10) {
      if (linkDown(seed, now + second * 1000)) {
        run += 10;
        down += 10;
      } else if (run > 0) {
        lengths.push(run);
        run = 0;
      }
    }
    expect(lengths.length).toBeGreaterThan(100);
    // Drops in neighbouring half hours may touch.
    expect(Math.max(...lengths)).toBeLessThanOrEqual(16 * 60 + 10);
    expect(Math.min(...lengths.slice(1))).toBeGreaterThanOrEqual(2 * 60 - 10);
    expect(down / seconds).toBeLessThan(0.25);
  });

  test("has a faulty member that reports lost and found sensors and its cells, which a sound one of the same kit does not", async () => {
    const events = async (containerId: string) => {
      const design = memberPlant(member(containerId));
      const { start } = newSpan(design, now, 1);
      const received: PlantEvent[] = [];
      const driver = plantDriver(design, start, 300_000, (event) => received.push(event));
      for (let at = start.atMs + 300_000; at < start.atMs + 60 * dayMs; at += 300_000) await driver.read(at);
      return received;
    };
    const faulty = await events("agadez");
    const codes = new Set(faulty.map(({ code }) => code));
    for (const code of ["sensor.lost", "sensor.back", "battery.cell_spread"]) expect(codes).toContain(code);
    for (const event of faulty) expect(EventMessage.safeParse({ seq: 0, ts: now, ...event }).success).toBe(true);
    expect((await events("lodwar")).filter(({ code }) => code !== "load.shed" && code !== "load.restored")).toEqual([]);
  });
});

describe("trouble", () => {
  /** State of charge and AC load at the end of the history, as the portal receives them. */
  const atStart = async (containerId: string) => {
    const design = memberPlant(member(containerId), now);
    const { days } = await runThrough(design, newSpan(design, now, 4));
    const names = plantDriver(design, newSpan(design, now, 0).start, 10_000).metrics.map(({ name }) => name);
    const frames = days.flatMap((day) => dayFrames(design, day));
    return (name: string) => frames.map(({ values }) => values[names.indexOf(name as (typeof names)[number])] ?? null);
  };

  test("one member has had no power for a day when the fleet is first started, at any time of the day", async () => {
    const load = (await atStart("tamale"))("load.ac.power");
    expect(load.slice(-288).every((watt) => watt === 0)).toBe(true);
    expect(load.slice(0, 288).some((watt) => (watt ?? 0) > 100)).toBe(true);
  });

  test("one does not know its charge, and still sends everything else", async () => {
    const of = await atStart("morondava");
    expect(
      of("battery.soc")
        .slice(-50)
        .every((soc) => soc === null),
    ).toBe(true);
    expect(
      of("battery.soc")
        .slice(0, -80)
        .every((soc) => soc !== null),
    ).toBe(true);
    expect(of("battery.voltage").at(-1)).not.toBeNull();
  });

  test("two with too few panels lose power nearly every night, on opposite sides of the earth", async () => {
    for (const containerId of ["gosaba", "barcelos"]) {
      const load = (await atStart(containerId))("load.ac.power");
      expect(load.some((watt) => watt === 0)).toBe(true);
      expect(load.some((watt) => (watt ?? 0) > 200)).toBe(true);
    }
  });
});

describe("history", () => {
  test("covers the days without a hole, every five minutes, and ends where the live plant begins", async () => {
    const design = memberPlant(member("jumla"));
    const span = newSpan(design, now, 6);
    const { days, end } = await runThrough(design, span);
    expect(end.atMs).toBe(Math.floor(now / historyStepMs) * historyStepMs);
    expect(days).toHaveLength(7);
    const frames = days.flatMap((day) => dayFrames(design, day));
    expect(frames).toHaveLength(frameCount(span.start.atMs, span.toMs));
    expect(frames.length).toBeGreaterThanOrEqual(6 * 288);
    for (const [index, frame] of frames.entries()) {
      expect(frame.atMs).toBe(span.start.atMs + (index + 1) * historyStepMs);
    }
    const live = plantDriver(design, end, 10_000);
    const soc = live.metrics.findIndex(({ name }) => name === "battery.soc");
    const meter = live.metrics.findIndex(({ name }) => name === "solar.energy");
    const next = (await live.read(end.atMs + 10_000)) as (number | null)[];
    const last = frames.at(-1)?.values as (number | null)[];
    expect(Math.abs((next[soc] as number) - (last[soc] as number))).toBeLessThan(0.3);
    expect((next[meter] as number) - (last[meter] as number)).toBeGreaterThanOrEqual(0);
    expect((next[meter] as number) - (last[meter] as number)).toBeLessThan(40);
  });

  test("has the same values in whatever order the days are computed, and every time", async () => {
    const design = memberPlant(member("agadez"));
    const { days } = await runThrough(design, newSpan(design, now, 5));
    const forwards = days.map((day) => dayFrames(design, day));
    const backwards = [...days].reverse().map((day) => dayFrames(design, day));
    expect(backwards.reverse()).toEqual(forwards);
    const again = await runThrough(design, newSpan(design, now, 5));
    expect(again.days).toEqual(days);
  });

  test("has meters that differ between two frames by the mean power between them", () => {
    for (const one of fleet) {
      const design = memberPlant(one);
      const span = newSpan(design, now, 1);
      const frames = dayFrames(design, { fromMs: span.start.atMs, toMs: span.toMs, start: span.start });
      const names = plantDriver(design, span.start, 300_000).metrics.map(({ name }) => name);
      const [power, energy] = [names.indexOf("load.power"), names.indexOf("load.energy")];
      const off = frames.slice(1).map((frame, index) => {
        const before = frames[index]?.values[energy] as number;
        return Math.abs((frame.values[energy] as number) - before - (frame.values[power] as number) / 12);
      });
      expect(Math.max(...off)).toBeLessThanOrEqual(1.1);
    }
  });
});
