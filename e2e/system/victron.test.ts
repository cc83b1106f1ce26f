/** A recorded Victron system, played by the replay program, appears as a container with the recording's own values. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { addAdministrator, liveValues, rawPoints, register, startPortal } from "./portal.ts";
import { root, runFile, temporaryFolder, until } from "./programs.ts";

const folder = join(root, "../shared/data/victron-bct");
const speed = 40;
const frameEveryMs = 250;
/** Seconds of the recording; its last one is 602. */
const lengthS = 603;

/** The values of one path of one device: [second, value], in the order of time. */
type Series = [second: number, value: number][];

/** Reads a path of a file as described in the recording's own notes, without any code of the product. */
function seriesOf(file: string, path: string): Series {
  return readFileSync(join(folder, file), "utf8")
    .split("\n")
    .slice(1)
    .map((line) => (line.startsWith("/") ? ["0", ...line.split("\t")] : line.split("\t")))
    .filter(([, name]) => name === path)
    .map(([second, , , value]) => [Number(second), Number(value)]);
}

const at = (series: Series, second: number) => series.findLast(([since]) => since <= second)?.[1] ?? Number.NaN;

/** The three values that the acceptance test names, at a second of the recording. */
function recorded() {
  const soc = seriesOf("lynxparallel.csv", "/Soc");
  const chargers = readdirSync(folder).filter((name) => name.startsWith("mppt"));
  const yields = chargers.map((file) => seriesOf(file, "/Yield/Power"));
  const output = seriesOf("multi.csv", "/Ac/Out/P");
  return {
    chargers,
    at: (second: number) => ({
      "battery.soc": at(soc, second),
      "solar.power": yields.reduce((sum, series) => sum + at(series, second), 0),
      "load.power": at(output, second),
    }),
  };
}
const metrics = ["battery.soc", "solar.power", "load.power"] as const;

test.skipIf(!existsSync(folder))(
  "charge, solar power and consumption equal the recording at the same instants (needs ../shared/data/victron-bct)",
  { timeout: 600_000 },
  async () => {
    const recording = recorded();
    expect(recording.chargers).toHaveLength(4);
    const own = await temporaryFolder();
    const dataDir = join(own, "portal");
    const portal = await startPortal(dataDir);
    const { containerId, secret } = await register(dataDir, "Victron boat");
    const ada = await addAdministrator(dataDir, portal.url);
    const replay = runFile(
      "replay",
      [
        ...["--victron", folder, "--container", containerId, "--url", portal.mqttUrl, "--once"],
        ...["--speed", String(speed), "--every", String(frameEveryMs / 1000), "--data-dir", join(own, "replay")],
      ],
      { env: { OFFGRID_SECRET: secret } },
    );
    const [, second0 = ""] = await replay.says(/its second 0 is (\S+)\. /);
    const startMs = Date.parse(second0);
    const secondAt = (atMs: number) => ((atMs - startMs) / 1000) * speed;

    // While it plays: the latest values, at several instants.
    const seen = new Set<string>();
    await until("ten instants were seen live", async () => {
      const values = await liveValues(ada, containerId);
      const instant = values["battery.soc"]?.at;
      if (instant === undefined || seen.has(instant)) return false;
      seen.add(instant);
      for (const metric of metrics) {
        const { value, at: measuredAt } = values[metric] ?? { value: Number.NaN, at: "" };
        expect({ metric, value }).toEqual({ metric, value: recording.at(secondAt(Date.parse(measuredAt)))[metric] });
      }
      return seen.size >= 10;
    });
    const { data } = await ada.call<{ data: { status: string } }>("getContainerLiveData", { containerId });
    expect(data.status).toBe("online");

    await replay.says(/Done: \d+ frames stored, 0 refused\./);
    expect(await replay.ended).toBe(0);
    const range = { from: startMs, to: startMs + (lengthS / speed) * 1000 + 1 };
    const { t, series } = await rawPoints(ada, containerId, metrics, range);
    const expected = t.map((atMs) => recording.at(secondAt(atMs)));
    for (const [index, metric] of metrics.entries()) {
      expect(series[index]).toEqual(expected.map((values) => values[metric]));
    }
    // Instants that passed while the machine was busy may be missing, but not most of them.
    expect(t.length).toBeGreaterThan(lengthS / speed / (frameEveryMs / 1000) / 2);
    expect(t.every((atMs) => atMs % frameEveryMs === 0)).toBe(true);

    portal.child.kill("SIGTERM");
    expect(await portal.ended).toBe(0);
  },
);
