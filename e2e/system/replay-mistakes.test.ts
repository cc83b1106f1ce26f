/**
 * A replay that cannot run says so in one sentence and leaves nothing behind, neither here nor in the portal. The readers'
 * own tests have the sentence of every mistake in a file; here is what each step of the program makes of one.
 */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { addAdministrator, liveValues, rawPoints, register, startPortal } from "./portal.ts";
import { runToEnd, temporaryFolder } from "./programs.ts";

const mapping = { time: { column: "when" }, columns: [{ column: "kW", metric: "load.power", multiply: 1000 }] };
const good = "when,kW\n2024-01-01T00:00:00Z,1\n2024-01-01T00:30:00Z,2\n";
const service = "com.victronenergy.battery.ttyO0";

/** File -> contents. */
const files: Record<string, string | Buffer> = {
  "map.json": JSON.stringify(mapping),
  "wrong-map.json": JSON.stringify({ ...mapping, collumns: [] }),
  "good.csv": good,
  "late-mistake.csv": `${good}2024-01-01T01:00:00Z,3\n2024-01-01T01:30:00Z,four\n`,
  "old.csv": good.replaceAll("2024", "2016"),
  "picture.csv": Buffer.from([
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0xff,
  ]),
  "no-service/a.csv": "/Soc\tDOUBLE\t50\t50%\n",
  "bad-line/a.csv": `${service}\n/Soc\tDOUBLE\t50\t50%\n1 /Soc DOUBLE 51 51%\n`,
  "unknown/a.csv": "com.victronenergy.fridge.ttyO0\n/Temp\tDOUBLE\t4\t\n",
};

test(
  "an unusable recording or mapping gives one sentence, and neither side keeps anything of it",
  {
    timeout: 300_000,
  },
  async () => {
    const folder = await temporaryFolder();
    const input = join(folder, "input");
    for (const [name, contents] of Object.entries(files)) {
      mkdirSync(join(input, name, ".."), { recursive: true });
      writeFileSync(join(input, name), contents);
    }
    const dataDir = join(folder, "portal");
    const portal = await startPortal(dataDir);
    const { containerId, secret } = await register(dataDir, "Kisumu clinic");
    const ada = await addAdministrator(dataDir, portal.url);

    const csv = (file: string, map = "map.json") => ["--csv", join(input, file), "--map", join(input, map)];
    const victron = (name: string, ...more: string[]) => ["--victron", join(input, name), ...more];
    const cases: [given: string[], sentence: RegExp, secret?: string][] = [
      [csv("none.csv"), /none\.csv.*no such file/],
      [csv("no-service"), /no-service.*folder/],
      [csv("late-mistake.csv"), /late-mistake\.csv, line 5: "four" in column "kW" is not a number/],
      [csv("old.csv"), /old\.csv: 2 rows, .* are before 2020-01-01, .* --shift 209w, or .*EARLIEST=2016-01-01/],
      [csv("picture.csv"), /picture\.csv/],
      [csv("good.csv", "none.json"), /none\.json.*no such file/],
      [csv("good.csv", "wrong-map.json"), /wrong-map\.json.*collumns/],
      [victron("good.csv"), /good\.csv/],
      [victron("no-service"), /a\.csv, line 1: must begin with a service name/],
      [victron("bad-line"), /a\.csv, line 3: is not/],
      [victron("unknown"), /unknown.*mapping/],
      [csv("good.csv"), /does not let container kisumu-clinic in: check its id and its secret/, "wrong"],
      [[...csv("good.csv"), "--url", "localhost"], /--url must be like/],
      [[...csv("good.csv"), "--secret-file", join(input, "none")], /The secret file .* cannot be read/, ""],
      [csv("good.csv"), /secret is missing/, ""],
      [[...csv("good.csv"), "--data-dir", join(input, "good.csv")], /The folder .*good\.csv.* cannot be made/],
      [[...victron("unknown", "--map", join(input, "map.json"))], /map\.json/],
    ];
    const replayDir = join(folder, "replay");
    for (const [given, sentence, otherSecret] of cases) {
      const basics = ["--container", containerId, "--data-dir", replayDir];
      const address = given.includes("--url") ? [] : ["--url", portal.mqttUrl];
      const { code, output } = await runToEnd("replay", [...basics, ...address, ...given], {
        env: { OFFGRID_SECRET: otherSecret ?? secret },
      });
      const said = output.split("\n").filter((line) => line !== "" && !/^\d+ frames from /.test(line));
      expect({ given, said }).toEqual({ given, said: [expect.stringMatching(sentence)] });
      expect({ given, code }).toEqual({ given, code: 1 });
      expect({ given, left: readdirSync(folder).toSorted() }).toEqual({ given, left: ["input", "portal"] });
    }
    expect(await liveValues(ada, containerId)).toEqual({});
    const year = { from: Date.UTC(2024, 0, 1), to: Date.UTC(2025, 0, 1) };
    expect((await rawPoints(ada, containerId, ["load.power", "battery.soc"], year)).t).toEqual([]);

    portal.child.kill("SIGTERM");
    expect(await portal.ended).toBe(0);
  },
);
