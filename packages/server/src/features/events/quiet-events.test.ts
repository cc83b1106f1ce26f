import type { EventMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { expect, test, vi } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { scriptedController } from "../commands/commands.fixture.ts";
import { peopleNotified } from "../../testing/notified.ts";

const minuteMs = 60_000;
const tooMuch = { value: false, by: "phaseControl", reason: "phase_limit" };
const power = { ...tooMuch, passed: { of: "power", limit: 900, measured: 1_400 } };
const charge = { ...tooMuch, passed: { of: "charge", limit: 30, measured: 29 } };
const back = { value: true, by: "controller", reason: "as_left" };

/** What a controller says of a relay, minute by minute, and of which of it somebody was notified. */
async function notifiedOf(
  containerId: string,
  said: readonly (readonly [minute: number, data: EventMessage["data"]])[],
) {
  const { amina } = await cast({ amina: { role: "user", containers: [containerId] } });
  const portal = await thePortal();
  const controller = await scriptedController(portal, containerId, amina);
  const startMs = Date.now() - 170 * minuteMs;
  for (const [minute, data] of said)
    await controller.report({
      code: "output.changed",
      level: "info",
      device: "relay.1",
      data,
      ts: startMs + minute * minuteMs,
    });
  const read = async () => {
    const { rows } = await portal.database.pool.query<{ at: Date; count: number }>(
      `select e.at, (select count(*)::int from notification n where n.event_id = e.id) as count
        from event e where e.container_id = $1 and e.code = 'output.changed' order by e.at`,
      [containerId],
    );
    return rows;
  };
  await vi.waitUntil(async () => (await read()).length === said.length, { timeout: 20_000 });
  await peopleNotified(portal.database);
  const notified = (await read()).filter(({ count }) => count > 0);
  return notified.map(({ at }) => Math.round((at.getTime() - startMs) / minuteMs));
}

test("a phase that is disconnected for minutes is news the third time within an hour; one whose charge is too low is at once", async () => {
  const minutes = [
    [0, power],
    [5, back],
    [10, power],
    [20, back],
    [30, power],
    [50, back],
    [55, power],
  ] as const;
  expect(await notifiedOf("bissora", minutes)).toEqual([30]);
  expect(
    await notifiedOf("mansoa", [
      [0, charge],
      [60, back],
      [90, power],
      [100, back],
    ]),
  ).toEqual([0, 60]);
});

test("what lost its supply, and has it again, is no news beside what feeds it; what a person does then is", async () => {
  const unfed = { value: false, by: "equipment", reason: "no_supply", feeder: "relay.2" };
  const set = { value: true, by: "amina", reason: "command" };
  expect(
    await notifiedOf("bolama", [
      [0, unfed],
      [5, back],
      [10, unfed],
      [15, set],
      [20, back],
    ]),
  ).toEqual([15, 20]);
});
