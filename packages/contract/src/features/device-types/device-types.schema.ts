import { z } from "zod";

import { shownName } from "../../core/shown-name.ts";
import { deviceKindNames } from "../devices/device-kinds.ts";
import { units } from "../telemetry/metrics.ts";
import {
  faultsOfParameters,
  lastAddress,
  mostParameters,
  parameterAccesses,
  type ParameterFault,
  parameterKinds,
  registerAreas,
  registerFormats,
} from "./parameters.ts";

const idMessage = "Please fill the id as maker and model, such as advantech.adam-6060.";
const nameMessage = "Please fill a name of 1 to 64 characters.";

/** `maker.model`, and the same for good: files and the settings of devices name a type by it. */
export const DeviceTypeId = z
  .string({ error: idMessage })
  .max(64, idMessage)
  .regex(/^[a-z0-9][a-z0-9-]*\.[a-z0-9][a-z0-9-]*$/, idMessage);

/** What is wrong with a parameter, as a sentence for whoever makes the call. */
export const parameterSentences: Record<ParameterFault, string> = {
  name: "Please fill the name of a metric, such as solar.#.power.",
  name_own: "The portal measures this itself; no device can.",
  name_twice: "Another parameter has this name.",
  unit: `Please fill one of the units ${units.join(", ")}.`,
  unit_other: "The catalogue of metrics has another unit for this one.",
  kind_other: "The catalogue of metrics has another kind for this one.",
  scale: "Please fill a scale that is not 0, -1000000 to 1000000.",
  scale_bool: "A value that is on or off has the scale 1.",
  address: `Please fill an address: 0 to ${lastAddress}, counted from 0.`,
  register_taken: "Another parameter has this register.",
  format_area: "Coils and discrete inputs are on or off; the other registers hold numbers.",
  read_only: "Discrete inputs and input registers can only be read.",
};

const { address, scale, unit } = parameterSentences;

const DeviceRegister = z.strictObject({
  area: z.enum(registerAreas),
  address: z.int({ error: address }).min(0, address).max(lastAddress, address).describe("Counted from 0"),
  format: z.enum(registerFormats).describe("Longer values have the high word first, unless the name says otherwise"),
});

export const DeviceParameter = z.strictObject({
  name: z
    .string()
    .min(1, parameterSentences.name)
    .max(64, parameterSentences.name)
    .describe("Of its metric; # stands for the number of the device"),
  unit: z.enum(units, { error: unit }).describe("Of the value, after scaling"),
  scale: z.number({ error: scale }).describe("What one of the register is in the unit"),
  register: DeviceRegister.nullable().describe("Null: its driver reads it otherwise"),
  kind: z.enum(parameterKinds),
  access: z.enum(parameterAccesses),
});

const figures = {
  name: shownName(64).min(1, nameMessage),
  maker: shownName(64).min(1, nameMessage).describe("As devices announce it"),
  model: shownName(64).min(1, nameMessage).nullable().describe("As devices announce it; null: any of this maker"),
  kind: z.enum(deviceKindNames),
  parameters: z.array(DeviceParameter).max(mostParameters),
};

/** Everything that a person says about a type. */
export const DeviceTypeInput = z
  .strictObject({ id: DeviceTypeId, ...figures })
  .superRefine(({ parameters }, { addIssue }) => {
    for (const [path, fault] of Object.entries(faultsOfParameters(parameters)))
      addIssue({
        code: "custom",
        path: ["parameters", ...path.split(".").map(numberIn)],
        message: parameterSentences[fault],
        params: { fault },
      });
  });
export type DeviceTypeInput = z.output<typeof DeviceTypeInput>;

const numberIn = (part: string) => (/^\d+$/.test(part) ? Number(part) : part);

export const DeviceType = z.object({
  id: DeviceTypeId,
  ...figures,
  revision: z.int().describe("Counts its changes, from 1"),
  savedAt: z.iso.datetime(),
  savedBy: z
    .object({ userId: z.string(), name: z.string().nullable() })
    .nullable()
    .describe("Null: the account is gone, the caller does not see the person, or the portal made it"),
  devices: z.int().describe("Devices of this type at the containers that the caller sees"),
  containers: z.array(z.object({ id: z.string(), name: z.string() })).describe("Those of them that the caller sees"),
  isUsed: z.boolean().describe("Some device is of it, seen by the caller or not"),
});
export type DeviceType = z.output<typeof DeviceType>;
