import { z } from "zod";

import { type CallMap, listInput } from "../../core/call.ts";
import { oneLine } from "../../core/one-line.ts";
import { shownName } from "../../core/shown-name.ts";
import { containerLinks } from "./container-link.ts";
import {
  ContainerId,
  ContainerInfo,
  ContainerInfoV2,
  ContainerInfoV3,
  ContainerInfoV4,
  ContainerStatus,
  Location,
  ContainerRow,
  ZoneName,
} from "./containers.schema.ts";
import { SimCard } from "../sim-cards/sim-cards.schema.ts";
import { ValueAt } from "../devices/device.schema.ts";

const oneContainer = z.strictObject({ containerId: z.string().min(1).max(64) });

/** What a controller connects with. */
export const ControllerCredential = z.object({
  containerId: z.string(),
  secret: z.string(),
  /**
   * Where its controller connects to: over TLS where `tls` is true, else plain. `url` is the same as the controller's file
   * has it; where it begins with `wss:`, MQTT is spoken over a WebSocket.
   */
  mqtt: z.object({ host: z.string(), port: z.int(), tls: z.boolean(), url: z.string() }),
  /** Text for a QR code that a controller's set-up reads: JSON of containerId, secret and mqtt. */
  qr: z.string(),
});
export type ControllerCredential = z.infer<typeof ControllerCredential>;

export const containerCalls = {
  getSites: {
    summary: "Id, name and state of every container that the caller may see and that is in service.",
    access: "view",
    effect: "read",
    input: z.strictObject({}),
    output: z.object({
      data: z.array(z.object({ containerId: z.string(), id: z.string(), name: z.string(), isOnline: z.boolean() })),
    }),
  },
  getSitesV2: {
    summary:
      "The containers in service, or those that are retired, with latest values and today's energy; all rows at once unless a page is asked for.",
    access: "view",
    effect: "read",
    input: z.strictObject({
      ...listInput,
      /** Rows that match every filter given. */
      filter: z
        .strictObject({
          /** State of the link; those that were never in contact are in `never`, not in `offline`. */
          status: z.enum(containerLinks).optional(),
          /** Id of a cluster; null: in none. */
          cluster: z.string().min(1).max(64).nullable().optional(),
          /** Version of the controller's software; null: not known. */
          version: z.string().min(1).max(64).nullable().optional(),
          /** Operator of the SIM card; null: none is recorded. */
          simOperator: z.string().min(1).max(64).nullable().optional(),
          /** Has open warnings, or has none. */
          warning: z.boolean().optional(),
          favorite: z.boolean().optional(),
          /** Those that are retired, in place of those in service. */
          retired: z.boolean().optional(),
        })
        .optional(),
    }),
    output: z.object({ data: z.array(ContainerRow), total: z.int() }),
  },
  getContainerInfo: {
    summary: "Identity of a container.",
    access: "view",
    effect: "read",
    input: oneContainer,
    output: z.object({ data: ContainerInfo }),
  },
  getContainerInfoV2: {
    summary: "Identity, place, time zone and versions of a container.",
    access: "view",
    effect: "read",
    input: oneContainer,
    output: z.object({ data: ContainerInfoV2 }),
  },
  getContainerInfoV3: {
    summary: "As V2, with devices and latest values with their times.",
    access: "view",
    effect: "read",
    input: oneContainer,
    output: z.object({ data: ContainerInfoV3 }),
  },
  getContainerInfoV4: {
    summary:
      "As V3, with today's energy and data over the air, the quality of the data, forecast, open warnings, pending commands.",
    access: "view",
    effect: "read",
    input: oneContainer,
    output: z.object({ data: ContainerInfoV4 }),
  },
  getContainerLiveData: {
    summary: "Snapshot of the latest values of a container.",
    access: "view",
    effect: "read",
    input: oneContainer,
    output: z.object({ data: z.object({ values: z.record(z.string(), ValueAt), status: ContainerStatus }) }),
  },
  registerNewContainer: {
    summary: "Register a container; the answer holds its secret, which is shown only this once.",
    access: "register",
    effect: "write",
    stepUp: true,
    input: z.strictObject({
      containerId: ContainerId.optional(),
      name: shownName(128).min(1),
      serialNumber: z.string().trim().min(1).max(64).regex(oneLine),
      uuid: z.uuid().optional(),
      location: z.strictObject(Location.shape).optional(),
      address: z.string().trim().max(256).regex(oneLine).optional(),
      zoneName: ZoneName.optional(),
      clusterId: z.string().min(1).max(64).optional(),
      /** Its peak power and reserve become those of the forecasts of the container. */
      kitId: z.string().min(1).max(64).optional(),
      simCard: SimCard.optional(),
      users: z.array(z.string()).max(200).default([]),
    }),
    output: z.object({
      data: ControllerCredential,
    }),
    errors: ["serial_used", "uuid_used", "id_used", "sim_card_used", "role_not_allowed"],
  },
  uuidGet: {
    summary: "The UUID of the container with this serial number.",
    access: "register",
    effect: "read",
    input: z.strictObject({ serialNumber: z.string().min(1).max(64) }),
    output: z.object({ data: z.object({ uuid: z.string().nullable() }) }),
  },
  containerIdGet: {
    summary: "The id of the container with this UUID.",
    access: "register",
    effect: "read",
    input: z.strictObject({ uuid: z.uuid() }),
    output: z.object({ data: z.object({ containerId: z.string() }) }),
  },
  zoneGet: {
    summary: "The time zone at a place; it may be wrong within some kilometres of a border between zones.",
    access: "register",
    effect: "read",
    input: z.strictObject({ location: z.strictObject(Location.shape) }),
    output: z.object({ data: z.object({ zoneName: z.string().describe("UTC where there is none") }) }),
  },
} satisfies CallMap;
