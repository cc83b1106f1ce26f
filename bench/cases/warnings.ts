import type { BenchCase, Figure } from "../bench.types.ts";
import type { RaiseResult } from "../load/load.types.ts";
import { runLoad } from "../load/run-load.ts";
import { type BenchPortal, withPortal } from "../portal.ts";

const containerCount = Number(process.env["BENCH_WARNINGS"] ?? 1_000);
const warmUpS = 20;
/** New rules first look at the past, and the database sorts its new rows: both happen once. */
const settleS = 60;
const measuredS = 40;

/** Rules of many types that have nothing to say, and one that speaks when the charge falls. */
const conditions = [
  ...[5, 6, 7, 8, 9].map((threshold) => ({ type: "below", attributes: ["battery.soc"], threshold, duration: 600 })),
  ...[5_000, 6_000, 7_000].map((threshold) => ({ type: "above", attributes: ["solar.power"], threshold, duration: 0 })),
  ...[5_000, 6_000].map((threshold) => ({ type: "above", attributes: ["load.power"], threshold, duration: 60 })),
  { type: "outside", attributes: ["battery.soc"], threshold: [1, 101], duration: 60 },
  { type: "compare", attributes: ["solar.power", "load.power"], threshold: 9_000, duration: 60 },
  { type: "stuck", attributes: ["battery.soc", "solar.power"], threshold: 0, duration: 86_400 },
  { type: "change", attributes: ["battery.soc"], threshold: -90, window: 600, duration: 0 },
  { type: "silent", attributes: [], duration: 900 },
  { type: "silent", attributes: ["battery.soc"], duration: 900 },
  { type: "event", attributes: ["door.opened"], threshold: 3, window: 600, duration: 0 },
  { type: "command", attributes: [], threshold: 3, window: 600, duration: 0 },
  { type: "forecast", attributes: ["hours_to_reserve"], threshold: 1, duration: 0 },
  { type: "below", attributes: ["battery.soc"], threshold: 20, duration: 0 },
];

export const warningsCase: BenchCase = {
  name: "warnings",
  summary: `${containerCount} containers with a frame each 10 s and ${conditions.length} rules for each of them`,
  run: (say) =>
    withPortal(async (portal) => {
      say(`registering ${containerCount} containers`);
      const containers = await portal.register("warned", containerCount);
      const run = async (seconds: number, falls: boolean) => {
        const { topic, username, password } = (await portal.call("registerLiveNotification", {})) as Live;
        const before = await portal.usage();
        const order = { mqttPort: portal.mqttPort, webSocketUrl: portal.webSocketUrl, containers, seconds, falls };
        const result = await runLoad.raise({ ...order, screen: { topic, username, password } });
        const after = await portal.usage();
        return { result, usPerFrame: costOf(result, before, after) };
      };
      const cost = async () => {
        const { usPerFrame } = await run(measuredS, false);
        say(`${Math.round(usPerFrame)} us of processor time a frame`);
        return usPerFrame;
      };
      await run(warmUpS, false);
      say("without rules");
      const without = await cost();
      say(`saving ${conditions.length} rules`);
      const rules = await saveRules(
        portal,
        containers.map(({ containerId }) => containerId),
      );
      await run(settleS, false);
      say("with rules, twice");
      const judged = (await cost()) + (await cost());
      say("every charge falls within ten seconds");
      const { result } = await run(warmUpS, true);
      say("without rules, again");
      for (const id of rules) await portal.call("deleteWarning", { id });
      await run(settleS, false);
      const again = await cost();
      return figuresOf((without + again) / 2, judged / 2, result);
    }),
};

interface Live {
  topic: string;
  username: string;
  password: string;
}

function costOf(result: RaiseResult, before: { cpuS: number; databaseCpuS: number }, after: typeof before): number {
  const spentS = after.cpuS - before.cpuS + after.databaseCpuS - before.databaseCpuS;
  return (spentS / result.frames) * 1e6;
}

/** @returns their ids. */
async function saveRules(portal: BenchPortal, sites: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, condition] of conditions.entries()) {
    const rule = { ruleName: `Rule ${index + 1}`, sites, conditions: [{ name: "Met", ...condition }] };
    const { data } = (await portal.call("registerWarning", rule)) as { data: { id: string } };
    ids.push(data.id);
  }
  return ids;
}

function figuresOf(withoutUs: number, withUs: number, { raised, p50Ms, p95Ms }: RaiseResult): Figure[] {
  const name = `warnings, ${containerCount} containers x ${conditions.length} rules`;
  const [perSWithout, perS] = [1e6 / withoutUs, 1e6 / withUs];
  return [
    {
      case: `${name}: frames in a second of processor time of portal and database`,
      value: perS,
      unit: "frames/s",
      reach: 0.9 * perSWithout,
      reference: perSWithout,
      referenceName: "the same without rules",
    },
    { case: `${name}: warnings that a screen learned of, of ${containerCount}`, value: raised, unit: "warnings" },
    { case: `${name}: frame sent to live message p50`, value: p50Ms, unit: "ms" },
    { case: `${name}: frame sent to live message p95`, value: p95Ms, unit: "ms", reach: 2_000 },
  ];
}
