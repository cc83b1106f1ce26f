import type { RequestOf } from "@offgrid/contract/core/call";
import type { Calls } from "@offgrid/contract/registry";
import { beforeAll, expect, test } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { store } from "./charts.fixture.ts";

const hour = 3_600_000;
const day = 24 * hour;
const midnight = Date.UTC(2026, 5, 10);
const clock = testClock(midnight + day / 2);

const north = ["agadez", "bamako"];
const solarW: Record<string, number> = { agadez: 100, bamako: 1_000, conakry: 7 };

beforeAll(async () => {
  await thePortal({ clock });
  const quarters = Array.from({ length: 96 }, (_, index) => midnight - day + index * (hour / 4));
  for (const [id, power] of Object.entries(solarW))
    await store(
      id,
      ["solar.power", "battery.soc"],
      // Each hour is higher than the one before, and nothing came in the last six.
      quarters.slice(0, 72).map((atMs, index) => [atMs, [power + Math.floor(index / 4), 60]]),
    );
});

type Drawn = RequestOf<Calls["chartDraw"]>;
type Series = Drawn["definition"]["series"][number];
const yesterday = (of: object, more: object = {}): Drawn["definition"] => ({
  ...{ name: "Power", period: "yesterday", groupBy: "hour" },
  series: [{ id: "a", kind: "metric", metric: "solar.power", of, ...more } as Series],
});
const draw = async (who: Actor, definition: Drawn["definition"], more: Partial<Drawn> = {}) =>
  (await who.call("chartDraw", { definition, ...more })).data;

/** Amina sees all containers, of which two are the cluster North and one South; Brahim sees one of North alone. */
async function crowd() {
  const { amina, brahim } = await cast({
    amina: { role: "user", containers: [...north, "conakry"] },
    brahim: { role: "customer_staff", containers: ["agadez"] },
  });
  const fresh = () => Math.random().toString(36).slice(2, 10);
  const cluster = async (name: string, containers: string[]) =>
    (await amina.call("clusterSave", { name, containers })).data.id;
  return {
    ...{ amina, brahim },
    north: await cluster(`North ${fresh()}`, north),
    south: await cluster(`South ${fresh()}`, ["conakry"]),
  };
}
const named = (...ids: string[]) => ({ kind: "containers", ids });

test("a series of a cluster is the sum of its containers, group by group, and says of how many it is", async () => {
  const { amina, north: id } = await crowd();
  const drawn = await draw(amina, yesterday({ kind: "cluster", id }));
  const alone = await Promise.all(north.map((one) => draw(amina, yesterday(named(one)))));
  const sums = drawn.t.map((_, row) => {
    const parts = alone.map(({ lines }) => lines[0]?.values[row] ?? null);
    return parts.includes(null) ? null : parts.reduce<number>((sum, part) => sum + Number(part), 0);
  });
  expect(drawn.lines).toHaveLength(1);
  expect(drawn.lines[0]?.values).toEqual(sums);
  expect(sums[5]).toBe(1_110);
  // What was not measured is no 0.
  expect(sums[20]).toBeNull();
  expect(drawn.lines[0]?.title).toBe("Solar power (sum of 2 containers)");
  expect(drawn.containers).toEqual(["Agadez", "Bamako"]);
  expect(drawn.faults).toEqual([]);
  expect(drawn.lines).toEqual((await draw(amina, yesterday(named(...north)))).lines);
});

test("a line for each of a cluster is that of each of its containers", async () => {
  const { amina, north: id } = await crowd();
  const { lines } = await draw(amina, yesterday({ kind: "cluster", id }, { each: true }));
  expect(lines.map((line) => [line.id, line.title])).toEqual([
    ["a:agadez", "Solar power, Agadez"],
    ["a:bamako", "Solar power, Bamako"],
  ]);
  for (const [index, one] of north.entries())
    expect(lines[index]?.values).toEqual((await draw(amina, yesterday(named(one)))).lines[0]?.values);
  // Charges have no sum, and are a line for each all the same.
  const charges = { metric: "battery.soc", each: true };
  expect((await draw(amina, yesterday({ kind: "cluster", id }, charges))).lines).toHaveLength(2);
});

test("one chart is of whichever cluster is looked at", async () => {
  const { amina, ...clusters } = await crowd();
  const any = yesterday({ kind: "$cluster" });
  for (const one of ["north", "south"] as const) {
    const clusterId = clusters[one];
    const { lines, faults } = await draw(amina, any, { clusterId });
    expect(faults).toEqual([]);
    expect(lines).toEqual((await draw(amina, yesterday({ kind: "cluster", id: clusterId }))).lines);
  }
  const each = yesterday({ kind: "$cluster" }, { each: true });
  expect((await draw(amina, each, { clusterId: clusters.north })).lines.map(({ id }) => id)).toEqual([
    "a:agadez",
    "a:bamako",
  ]);
});

test("of a cluster its reader is drawn the containers that they see, and nothing of one of which they see none", async () => {
  const { brahim, north: id, south } = await crowd();
  const { lines, containers } = await draw(brahim, yesterday({ kind: "cluster", id }));
  expect(containers).toEqual(["Agadez"]);
  expect(lines[0]?.values[5]).toBe(105);
  for (const hidden of [yesterday({ kind: "cluster", id: south }), yesterday({ kind: "$cluster" })]) {
    const { lines: none, faults } = await draw(brahim, hidden, { clusterId: south });
    expect(none).toEqual([]);
    expect(faults.map(({ code }) => code)).toEqual(["cluster_gone"]);
  }
});
