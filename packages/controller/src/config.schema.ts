import { ContainerId } from "@offgrid/contract/containers/containers.schema";
import { outputKindNames, outputKinds, outputMetric, outputTargets } from "@offgrid/contract/devices/output-kinds";
import { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";
import { phaseTarget } from "@offgrid/contract/phase-control/phase-bounds";
import { PhaseControl } from "@offgrid/contract/phase-control/phase-control.schema";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { z } from "zod";

import { feedsItself } from "./commands/supply.ts";
import { adamModels } from "./drivers/modbus/adam.module.ts";

/** The names in the file of a controller, each with what it must be, for the person who wrote it. */

const text = (must: string) => z.string({ error: must }).min(1, must);
const whole = (must: string, from: number, to: number) => z.int({ error: must }).min(from, must).max(to, must);
const number = (must: string, from: number, to: number) => z.number({ error: must }).min(from, must).max(to, must);
const yesOrNo = (must: string) => z.boolean({ error: must });
const list = <Item extends z.ZodType>(item: Item, must: string) => z.array(item, { error: must });

const channel = whole("must be a channel as printed on the module, 0 to 5", 0, 5);
const metricName = z
  .string({ error: "must be the name of a metric, such as door.open" })
  .regex(/^[a-z][a-z0-9_]*(\.[a-z0-9_]+)+$/, "must be the name of a metric, such as door.open")
  .refine(
    (name) => (findMetric(name)?.unit ?? "bool") === "bool",
    "must be a metric that is on or off; this one is not",
  );

const DeviceId = z
  .string({ error: "must be a name of your own for the device, such as relays" })
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/i, "must be 1 to 64 letters, digits, dots, dashes and underscores");

const relays = outputTargets("relay");
const phases = outputTargets("phase");
const relayName = `must be the relay's name in the portal, ${relays.at(0)} to ${relays.at(-1)}, or ${phases.at(0)} to ${phases.at(-1)} for the contactor of a phase`;
const feederNames = "must be a list of outputs that feed it, such as [phase.3]";
const Feeder = z.enum(
  outputKindNames.flatMap((kind) => outputTargets(kind)),
  { error: "must be an output, such as phase.3" },
);
const RelayOutput = z.strictObject({
  channel,
  target: z.enum([...relays, ...phases], { error: relayName }),
  critical: yesOrNo("must be true or false").default(false),
  dwellSeconds: number("must be the seconds between two commands, 0 to 3600", 0, 3_600).default(
    outputKinds.relay.dwellMs / 1_000,
  ),
  minOnSeconds: number("must be the shortest time on, 0 to 3600 s", 0, 3_600).default(0),
  minOffSeconds: number("must be the shortest time off, 0 to 3600 s", 0, 3_600).default(0),
  fedBy: list(Feeder, feederNames).max(8, feederNames).default([]),
});

const RelayInput = z.strictObject({
  channel,
  metric: metricName,
  inverted: yesOrNo("must be true where the module reads 1 while the contact is open, or false").default(false),
});

const AdamDevice = z.strictObject({
  id: DeviceId,
  driver: z.enum(adamModels),
  host: text("must be the module's address, such as 192.168.1.10"),
  port: whole("must be the module's TCP port, 1 to 65535", 1, 65_535).default(502),
  unit: whole("must be the module's Modbus unit, 0 to 255", 0, 255).default(1),
  hostIdleSeconds: number("must be the host idle time that is set in the module, 1 to 3600 s", 1, 3_600).optional(),
  outputs: list(RelayOutput, "must be a list of relays").default([]),
  inputs: list(RelayInput, "must be a list of contacts").default([]),
});
export type AdamSettings = z.infer<typeof AdamDevice>;

const RecordingDevice = z.strictObject({
  id: DeviceId,
  driver: z.literal("victron-recording"),
  folder: text("must be the folder of a Victron recording"),
  everySeconds: number("must be the seconds between two readings, 0.1 to 86400", 0.1, 86_400).optional(),
});

const driverNames = [...adamModels, "victron-recording"].join(", ");
const DeviceSettings = z.discriminatedUnion("driver", [AdamDevice, RecordingDevice], {
  error: ({ code }) => (code === "invalid_union" ? `must be one of ${driverNames}` : "must have an id and a driver"),
});
export type DeviceSettings = z.infer<typeof DeviceSettings>;

/** Without voltages, the charge alone counts. */
const ProtectionSettings = z.preprocess(
  (given) => (typeof given === "object" ? { cutVoltage: null, restoreVoltage: null, ...given } : given),
  LoadProtection,
);

/** Without a power or a charge, that limit does not count. */
const PhaseSettings = z.preprocess((given) => {
  if (typeof given !== "object" || given === null) return given;
  const { phases } = given as { phases?: unknown };
  const noLimits = { limitW: null, minSoc: null, restoreSoc: null };
  const whole = Array.isArray(phases) ? phases.map((one: unknown) => Object.assign({ ...noLimits }, one)) : phases;
  return { totalW: null, ...given, phases: whole };
}, PhaseControl);

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
const container = "must be the container's id as the portal gave it, such as kisumu-01";
const portal =
  "must be the portal's MQTT address, such as mqtts://portal.example.org:8883 or wss://portal.example.org/mqtt";
const website = "must be the portal's web address, such as https://portal.example.org";
const userInfo = "must not have a name or password in it; the container's secret has a setting of its own";
const isWithoutUserInfo = (url: string) => !/^[^/]*\/\/[^/?#]*@/.test(url);
const every = "must be the seconds between two frames, 0.1 to 86400";

export const Settings = z
  .strictObject(
    {
      container: z.string({ error: container }).refine((id) => ContainerId.safeParse(id).success, container),
      portal: z.url({ protocol: /^(mqtts?|wss?)$/, error: portal }).refine(isWithoutUserInfo, userInfo),
      website: z
        .url({ protocol: /^https?$/, error: website })
        .refine(isWithoutUserInfo, userInfo)
        .optional(),
      secret: text("must be the container's secret, which the portal showed once when it was registered").optional(),
      secretFile: text("must be a file that holds the container's secret").optional(),
      dataFolder: text("must be a folder that this program may write to"),
      everySeconds: number(every, 0.1, 86_400).default(10),
      logLevel: z.enum(logLevels, { error: `must be one of ${logLevels.join(", ")}` }).default("info"),
      devices: list(DeviceSettings, "must be a list of devices").min(1, "must have a device"),
      loadProtection: ProtectionSettings.optional(),
      phases: PhaseSettings.optional(),
    },
    { error: "must be a controller's settings, as in docs/controller.md" },
  )
  .superRefine(({ secret, secretFile, devices, phases }, { addIssue }) => {
    const refuse = (path: (string | number)[], message: string) => addIssue({ code: "custom", path, message });
    if ((secret === undefined) === (secretFile === undefined))
      refuse(["secretFile"], "or secret must be there, and not both");
    const outputs = devices.flatMap((device) => ("outputs" in device ? device.outputs : []));
    for (const [place, { id }] of (phases?.phases ?? []).entries())
      if (!outputs.some(({ target }) => target === phaseTarget(id)))
        refuse(["phases", "phases", place, "id"], `names L${id}, of which no device in this file has the contactor`);
    const circle = feedsItself(outputs);
    const names = new Set<string>();
    const once = (name: string, ...path: (string | number)[]) => {
      if (names.has(name)) refuse(path, "must be unlike all others; this one is there twice");
      names.add(name);
    };
    for (const [place, device] of devices.entries()) {
      once(`device ${device.id}`, "devices", place, "id");
      if (device.driver === "victron-recording") continue;
      for (const [index, { channel, target, fedBy }] of device.outputs.entries()) {
        const at = ["devices", place, "outputs", index, "fedBy"];
        const unknown = fedBy.find((feeder) => !outputs.some((output) => output.target === feeder));
        if (unknown !== undefined) refuse(at, `names ${unknown}, which no device in this file has`);
        if (target === circle) refuse(at, "must not lead back to the output itself");
        once(`output ${place} ${channel}`, "devices", place, "outputs", index, "channel");
        once(`metric ${outputMetric(target)}`, "devices", place, "outputs", index, "target");
      }
      for (const [index, { channel, metric }] of device.inputs.entries()) {
        once(`input ${place} ${channel}`, "devices", place, "inputs", index, "channel");
        once(`metric ${metric}`, "devices", place, "inputs", index, "metric");
      }
    }
  });
export type Settings = z.infer<typeof Settings>;
