import { expect, onTestFinished, test, vi } from "vitest";

import { standInNetworks, startStandIn } from "../../testing/stand-in.ts";
import { startTestPortal } from "../../testing/test-portal.ts";

const longWait = { timeout: 30_000 };

test("a service elsewhere hears from a portal that is well, and nothing from one whose warnings are not judged", async () => {
  const service = await startStandIn({ body: "ok" });
  onTestFinished(() => service.stop());
  const portal = await startTestPortal({ heartbeatUrl: `${service.url}/ping/abc`, externalAllow: standInNetworks });
  onTestFinished(() => portal.stop());
  const { pool } = portal.database;
  const beat = async () => {
    await vi.waitFor(async () => {
      const { rowCount } = await pool.query(
        "update job set due_at = now(), failure = 'due' where kind = 'heartbeat' and claim is null",
      );
      expect(rowCount).toBe(1);
    }, longWait);
    await vi.waitFor(async () => {
      const { rows } = await pool.query<{ failure: string | null }>("select failure from job where kind = 'heartbeat'");
      expect(rows).toEqual([{ failure: null }]);
    }, longWait);
  };
  await vi.waitUntil(async () => (await pool.query("select 1 from role_lease")).rowCount === 1, longWait);
  await beat();
  expect(service.asked.map(({ path }) => path)).toEqual(["/ping/abc"]);
  await vi.waitFor(async () => {
    const { rowCount } = await pool.query(
      "update job set attempts = 9, due_at = now() + interval '1 hour' where kind = 'warning-ticks' and claim is null",
    );
    expect(rowCount).toBe(1);
  }, longWait);
  await beat();
  expect(service.asked).toHaveLength(1);
});
