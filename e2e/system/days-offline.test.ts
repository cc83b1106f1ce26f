/** A container that comes back with the frames of three days. */
import { setTimeout as wait } from "node:timers/promises";

import { cast, thePortal } from "@offgrid/server/testing/cast";
import { expect, test } from "vitest";

import { audit, nothingWrong } from "../ledger/auditor.ts";
import { framesFrom, settle, startWitness } from "../ledger/witness.ts";
import { temporaryFolder, until } from "./programs.ts";

const frames = 27_000;
const everyMs = 9_600;
const threeDaysMs = 3 * 86_400_000;

test(
  "E8: 260,000 values from three days offline are each stored once; meanwhile live values never move back and others are served",
  { timeout: 300_000 },
  async () => {
    const folder = await temporaryFolder();
    const { mqttPort, config } = await thePortal();
    const { ada } = await cast({ ada: { role: "super_admin" } });
    const register = async (name: string) =>
      (await ada.call("registerNewContainer", { name, serialNumber: name })).data;
    const away = await register("Away");
    const others = [await register("First"), await register("Second")];
    const about = { url: `mqtt://127.0.0.1:${mqttPort}`, folder };
    const neighbours = await Promise.all(others.map((one, index) => startWitness(one, index, about)));
    const spooled = framesFrom(9, Date.now() - 660_000 - threeDaysMs, frames, everyMs);
    // It is live before its history comes: a fast machine would finish the history before the first live value.
    const controller = { backfillDelayMs: [2_000, 2_000] } as const;
    const witness = await startWitness(away, 9, { ...about, everyMs: 500, spooled, controller });

    // The live value each time it was read while history came in.
    const looks: { atMs: number; count: number; waiting: number; neighbours: number }[] = [];
    const isBack = async () => {
      const { data } = await ada.call("getContainerLiveData", { containerId: away.containerId });
      const live = data.values["ledger.count"];
      const waiting = witness.controller.stats().spooled;
      const acked = neighbours.reduce((sum, { ledger }) => sum + ledger.count, 0);
      if (live) looks.push({ atMs: Date.parse(live.at), count: live.value, waiting, neighbours: acked });
      return live !== undefined && witness.ledger.count >= frames;
    };
    // Everything is back within seconds, so this reads more often than `until` does.
    while (!(await isBack())) await wait(20);
    const during = looks.filter(({ waiting }) => waiting > 500);
    expect(during.length).toBeGreaterThan(2);
    for (const [index, { atMs, count }] of looks.entries()) {
      expect(atMs).toBeGreaterThanOrEqual(looks[index - 1]?.atMs ?? Date.now() - 600_000);
      // The number of a frame that was read live, not of one from the past days.
      expect(count).toBe(witness.measured.get(atMs)?.[4]);
    }
    expect(during.at(-1)?.neighbours).toBeGreaterThan(during[0]?.neighbours ?? Infinity);

    await settle([witness, ...neighbours], until);
    const books = [witness, ...neighbours].map(({ ledger, measured }) => ({ path: ledger.path, measured }));
    const verdict = await audit({ connectionString: config.databaseUrl ?? "" }, books);
    expect(verdict).toMatchObject(nothingWrong);
    expect(verdict.frames).toBe(books.reduce((sum, { measured }) => sum + measured.size, 0));
    expect(verdict.values).toBeGreaterThan(260_000);
    expect(await ada.call("getWarningUnreadCount", {})).toMatchObject({ count: 0 });
    expect(await ada.call("getUnreadNotificationCount", {})).toMatchObject({ count: 0 });
  },
);
