import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

import { readConfig, readConfigFile } from "./config.ts";

const lines = [
  "container: kisumu-01",
  "portal: mqtts://portal.example.org:8883",
  "secretFile: secret",
  "dataFolder: data",
  "devices:",
  "  - id: relays",
  "    driver: adam-6060",
  "    host: 192.168.1.10",
  "    hostIdleSeconds: 10",
  "    outputs:",
  "      - { channel: 0, target: relay.1 }",
  "      - { channel: 3, target: relay.4, critical: true, dwellSeconds: 60 }",
  "    inputs:",
  "      - { channel: 0, metric: door.open, inverted: true }",
];

/** What is wrong with the file when one of its lines, from 1 on, is another one. */
function mistakes(line: number, text: string): string {
  try {
    readConfig("kisumu.yaml", lines.with(line - 1, text).join("\n"));
  } catch (error) {
    return (error as Error).message;
  }
  return "nothing";
}

const noTimes = { minOnSeconds: 0, minOffSeconds: 0, fedBy: [] };

test("a file says what the defaults leave open", () => {
  expect(readConfig("kisumu.yaml", lines.join("\n"))).toEqual({
    container: "kisumu-01",
    portal: "mqtts://portal.example.org:8883",
    secretFile: "secret",
    dataFolder: "data",
    everySeconds: 10,
    logLevel: "info",
    devices: [
      {
        id: "relays",
        driver: "adam-6060",
        host: "192.168.1.10",
        port: 502,
        unit: 1,
        hostIdleSeconds: 10,
        outputs: [
          { channel: 0, target: "relay.1", critical: false, dwellSeconds: 5, ...noTimes },
          { channel: 3, target: "relay.4", critical: true, dwellSeconds: 60, ...noTimes },
        ],
        inputs: [{ channel: 0, metric: "door.open", inverted: true }],
      },
    ],
  });
});

test("load protection needs no voltages, and its mistakes are named with their place", () => {
  const protection = (restoreSoc: number) => [
    "loadProtection:",
    "  enabled: true",
    "  cutSoc: 25",
    `  restoreSoc: ${restoreSoc}`,
    "  delaySeconds: 120",
    "  loads: [{ target: relay.1, neverCut: false }]",
  ];
  const read = (restoreSoc: number) => readConfig("kisumu.yaml", [...lines, ...protection(restoreSoc)].join("\n"));
  expect(read(40).loadProtection).toMatchObject({ cutSoc: 25, cutVoltage: null, restoreVoltage: null });
  expect(() => read(20)).toThrow("loadProtection.restoreSoc must be above the charge at which loads are cut");
});

test("phase control needs only the limits that count, and contactors that the file has", () => {
  const text = (target: string) =>
    [
      ...lines.with(10, `      - { channel: 0, target: ${target} }`),
      "phases:",
      "  mode: limits",
      "  delaySeconds: 30",
      "  phases: [{ id: 3, priority: 1, limitW: 2000 }]",
    ].join("\n");
  expect(readConfig("kisumu.yaml", text("phase.3")).phases).toEqual({
    mode: "limits",
    totalW: null,
    delaySeconds: 30,
    phases: [{ id: 3, priority: 1, limitW: 2_000, minSoc: null, restoreSoc: null }],
  });
  expect(() => readConfig("kisumu.yaml", text("phase.2"))).toThrow(
    "phases.phases[0].id names L3, of which no device in this file has the contactor",
  );
});

test.each([
  [
    1,
    "container: Kisumu 1",
    'container must be the container\'s id as the portal gave it, such as kisumu-01; it is "Kisumu 1".',
  ],
  [2, "portal: http://portal", "portal must be the portal's MQTT address"],
  [3, "secretFile: ", "secretFile must be a file that holds the container's secret; it is empty."],
  [4, "everySeconds: often", 'everySeconds must be the seconds between two frames, 0.1 to 86400; it is "often".'],
  [7, "    driver: plant", 'devices[0].driver must be one of adam-6060, adam-6066, victron-recording; it is "plant".'],
  [8, "    hots: 192.168.1.10", "devices[0].hots is not known here; check its spelling."],
  [9, "    port: 70000", "devices[0].port must be the module's TCP port, 1 to 65535; it is 70000."],
  [
    11,
    "      - { channel: 6, target: relay.1 }",
    "devices[0].outputs[0].channel must be a channel as printed on the module, 0 to 5; it is 6.",
  ],
  [11, "      - { channel: 0, target: pump }", "devices[0].outputs[0].target must be the relay's name in the portal"],
  [
    14,
    "      - { channel: 0, metric: battery.soc }",
    "devices[0].inputs[0].metric must be a metric that is on or off; this one is not",
  ],
  [
    12,
    "      - { channel: 3, target: relay.4, fedBy: [phase.3] }",
    "devices[0].outputs[1].fedBy names phase.3, which no device in this file has",
  ],
  [12, "      - { channel: 3, target: relay.4, fedBy: [relay.4] }", "must not lead back to the output itself"],
  [14, "      - { channel: 0, metric: Door }", "devices[0].inputs[0].metric must be the name of a metric"],
  [14, "      - { channel: 0, metric: door.open", "Flow map"],
  [7, "    id: other", "Map keys must be unique."],
])("a mistake in line %i is named with its line: %s", (line, text, sentence) => {
  const said = mistakes(line, text);
  expect(said).toContain(sentence);
  expect(said.split("\n").some((one) => one.startsWith(`kisumu.yaml, line ${line}: `))).toBe(true);
});

test("each mistake of a file is named, and what is missing where the thing begins that lacks it", () => {
  const wrong = lines.filter((line) => !/host:|secretFile/.test(line)).join("\n");
  const twice = wrong.replace("channel: 3, target: relay.4", "channel: 0, target: relay.1");
  expect(() => readConfig("kisumu.yaml", wrong)).toThrow(
    "kisumu.yaml, line 5: devices[0].host must be the module's address, such as 192.168.1.10; it is missing.",
  );
  expect(() => readConfig("kisumu.yaml", twice.replace("hostIdleSeconds: 10", "host: relays.local"))).toThrow(
    [
      "kisumu.yaml, line 1: secretFile or secret must be there, and not both; it is missing.",
      "kisumu.yaml, line 10: devices[0].outputs[1].channel must be unlike all others; this one is there twice; it is 0.",
      'kisumu.yaml, line 10: devices[0].outputs[1].target must be unlike all others; this one is there twice; it is "relay.1".',
    ].join("\n"),
  );
  expect(() => readConfig("kisumu.yaml", "")).toThrow(
    "kisumu.yaml, line 1: the file must be a controller's settings, as in docs/controller.md; it is empty.",
  );
});

test.each([
  [3, "secret: *hidden", "kisumu.yaml: a text that begins with * or & must stand in quotes."],
  [
    2,
    "portal: mqtt://kisumu:hidden@portal.example.org",
    "kisumu.yaml, line 2: portal must not have a name or password in it; the container's secret has a setting of its own.",
  ],
  [
    2,
    "portal: http://kisumu:hidden@portal.example.org",
    [
      "kisumu.yaml, line 2: portal must be the portal's MQTT address, such as mqtts://portal.example.org:8883 or wss://portal.example.org/mqtt.",
      "kisumu.yaml, line 2: portal must not have a name or password in it; the container's secret has a setting of its own.",
    ].join("\n"),
  ],
])("a secret in line %i is not shown: %s", (line, text, sentence) => {
  expect(mistakes(line, text)).toBe(sentence);
});

test("a secret that is wrong is not shown", () => {
  expect(mistakes(3, "secret: 12345")).toBe(
    "kisumu.yaml, line 3: secret must be the container's secret, which the portal showed once when it was registered.",
  );
});

test("paths begin at the file, and the secret is read from its own", () => {
  const dir = mkdtempSync(join(tmpdir(), "controller-config-"));
  const file = join(dir, "kisumu.yaml");
  writeFileSync(file, lines.join("\n"));
  expect(() => readConfigFile(file)).toThrow(`${join(dir, "secret")}: there is no such file; check the path.`);
  writeFileSync(join(dir, "secret"), "\n");
  expect(() => readConfigFile(file)).toThrow(`${join(dir, "secret")}: is empty; write the container's secret into it.`);
  writeFileSync(join(dir, "secret"), "hidden\n");
  expect(readConfigFile(file)).toMatchObject({ secret: "hidden", dataFolder: join(dir, "data") });
  rmSync(dir, { recursive: true });
});
