import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { Config } from "./config.ts";
import type { AdamSettings } from "./config.schema.ts";
import { isFailSafeProved, readFailSafeRecords, runFailSafeTest } from "./fail-safe.ts";
import { Cable } from "./testing/cable.ts";
import { type ForeignModule, isPymodbusInstalled, startForeignModule } from "./testing/foreign-module.ts";
import { until } from "./testing/test-broker.ts";

const times = { dwellSeconds: 5, minOnSeconds: 0, minOffSeconds: 0, fedBy: [] };
const relay = { target: "relay.3", channel: 2, critical: false, ...times } as const;
const critical = { target: "relay.4", channel: 3, critical: true, ...times } as const;
const asked = { device: "relays", by: "Amina Diallo", isLoadDisconnected: true };

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "fail-safe-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

function device(changes: Partial<AdamSettings> = {}): AdamSettings {
  const address = { host: "127.0.0.1", port: 502, unit: 1 };
  const outputs = [relay, critical];
  return { id: "relays", driver: "adam-6060", ...address, hostIdleSeconds: 0.1, outputs, inputs: [], ...changes };
}

function config(one: AdamSettings): Config {
  const portal = { container: "kisumu-01", portal: "mqtt://127.0.0.1", secret: "hidden" };
  return { ...portal, dataFolder: join(dir, "data"), everySeconds: 10, logLevel: "silent", devices: [one] };
}

const records = () => readFailSafeRecords(join(dir, "data"));

test.each([
  ["of another device", device({ id: "others" }), asked, 'There is no relay module "relays".'],
  ["without a critical relay", device({ outputs: [relay] }), asked, "No relay of relays is critical"],
  ["without a host idle time", device({ hostIdleSeconds: undefined }), asked, "relays has no hostIdleSeconds"],
  ["by nobody", device(), { ...asked, by: undefined }, "add --by and your name"],
  ["with loads", device(), { ...asked, isLoadDisconnected: false }, "The test switches on relay.4: disconnect what"],
])("a test %s is not begun", async (_title, one, options, sentence) => {
  await expect(runFailSafeTest(config(one), options, () => undefined)).rejects.toThrow(sentence);
});

describe.skipIf(!isPymodbusInstalled)(
  "a fail-safe on a Modbus server of others (needs Debian's python3-pymodbus)",
  () => {
    let module: ForeignModule;
    let cable: Cable;
    beforeAll(async () => {
      module = await startForeignModule();
    });
    afterAll(() => module.close());
    beforeEach(async () => {
      await module.say("reset");
      cable = await Cable.lay(module.port);
    });
    afterEach(() => cable.close());

    const coil = async (channel: number) => (await module.say("print"))[16 + channel] === "1";

    /** A person who does what the test says, and plugs the cable in when it is time to. */
    async function testWith(
      one: AdamSettings,
      untilTime: () => Promise<void>,
    ): Promise<{ works: boolean; said: string[] }> {
      const said: string[] = [];
      const plugIn = async () => {
        await untilTime();
        cable.state = "whole";
      };
      let pluggedIn = Promise.resolve();
      const works = await runFailSafeTest(config(one), asked, (sentence) => {
        said.push(sentence);
        if (sentence.includes("Pull the network cable")) cable.state = "broken";
        if (sentence.includes("Plug the cable in")) pluggedIn = plugIn();
      });
      await pluggedIn;
      return { works, said };
    }

    test("that lets the critical relays fall is recorded, for the settings that were tested", async () => {
      await module.say("idle 2");
      const one = device({ port: cable.port });
      const fallen = () => expect.poll(() => coil(3), { interval: 20, timeout: 20_000 }).toBe(false);
      const { works, said } = await testWith(one, fallen);
      expect(works).toBe(true);
      expect(said).toEqual([
        "Switched on: relay.4. Pull the network cable of the module now.",
        "The module is away. Plug the cable in again after 2 s.",
        "The fail-safe works: relay.4 fell.",
      ]);
      expect(records()).toMatchObject([{ device: "relays", channels: [3], by: "Amina Diallo", hostIdleSeconds: 0.1 }]);
      expect(isFailSafeProved(records(), one, 3)).toBe(true);
      for (const changed of [{ host: "relays.local" }, { hostIdleSeconds: 20 }, { driver: "adam-6066" as const }])
        expect(isFailSafeProved(records(), { ...one, ...changed }, 3)).toBe(false);
      expect(isFailSafeProved(records(), one, 2)).toBe(false);

      // The module has lost its settings since.
      await module.say("reset");
      const asLongAsAsked = () => {
        const endMs = performance.now() + 1_500;
        return until("the time has passed", () => performance.now() > endMs);
      };
      const failed = await testWith(one, asLongAsAsked);
      expect(failed).toMatchObject({ works: false, said: [{}, {}, "The fail-safe does not work: relay.4 stayed on."] });
      expect(records()).toEqual([]);
      expect(await coil(3)).toBe(false);
    });

    test("that is ended early leaves the relay off", async () => {
      const early = new AbortController();
      const one = config(device({ port: cable.port, hostIdleSeconds: 60 }));
      await expect(runFailSafeTest(one, asked, () => early.abort(), early.signal)).rejects.toThrow("ended early");
      expect(await coil(3)).toBe(false);
    });

    test("is not proved by a cable that was back too soon, and the relay is switched off", async () => {
      const one = device({ port: cable.port, hostIdleSeconds: 60 });
      await expect(testWith(one, async () => undefined)).rejects.toThrow("The cable was back too soon");
      expect(records()).toEqual([]);
      expect(await coil(3)).toBe(false);
    });
  },
);
