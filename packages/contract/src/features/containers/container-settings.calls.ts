import { z } from "zod";

import { type CallMap, noOutput } from "../../core/call.ts";
import { oneLine } from "../../core/one-line.ts";
import { shownName } from "../../core/shown-name.ts";
import { ControllerCredential } from "./containers.calls.ts";
import { Location, ZoneName } from "./containers.schema.ts";

const ContainerRef = z.string().min(1).max(64);
const line = (longest: number) => z.string().trim().max(longest).regex(oneLine);

/** Whom to ask about a container on the spot. */
export const ContainerContact = z.strictObject({
  name: shownName(128).min(1),
  phone: line(32).default(""),
  email: line(128).default(""),
});
export type ContainerContact = z.infer<typeof ContainerContact>;

/** What people have entered about a container. */
export const ContainerDetails = z.strictObject({
  name: shownName(128).min(1),
  clusterId: z.string().min(1).max(64).nullable(),
  kitId: z.string().min(1).max(64).nullable(),
  location: z.strictObject(Location.shape).nullable(),
  address: line(256),
  zoneName: ZoneName,
  notes: z.string().trim().max(4_000),
  contacts: z.array(ContainerContact).max(10),
});
export type ContainerDetails = z.infer<typeof ContainerDetails>;

/** Something of value in a container, by its number in somebody's books. */
export const InventoryAsset = z.strictObject({ kind: line(64).min(1), serial: line(128), id: line(64) });
export const Inventory = z.strictObject({
  /** "": none. No two containers share one. */
  inventoryId: line(64),
  assets: z.array(InventoryAsset).max(200),
});
export type Inventory = z.infer<typeof Inventory>;

const Retirement = z.object({
  /** Null: it is in service. */
  retiredAt: z.iso.datetime().nullable(),
  reason: z.string(),
});
export type Retirement = z.infer<typeof Retirement>;

export const containerSettingCalls = {
  containerGet: {
    summary: "What people have entered about a container: name, cluster, place, notes and contacts.",
    access: "view",
    effect: "read",
    input: z.strictObject({ containerId: ContainerRef }),
    output: z.object({ data: ContainerDetails }),
  },
  containerSave: {
    summary:
      "Change what people have entered about a container; absent fields stay as they are. Moving it to another cluster needs the permission `clusters`, too.",
    access: "configure",
    effect: "write",
    perMinute: 30,
    input: z.strictObject({ containerId: ContainerRef, ...ContainerDetails.partial().shape }),
    output: z.object({ data: ContainerDetails }),
  },
  rotateSecret: {
    summary:
      "Make a new secret for the controller; the answer holds it, which is shown only this once. The one before stays valid for 24 hours, or ends at once.",
    access: "register",
    effect: "write",
    stepUp: true,
    perMinute: 10,
    input: z.strictObject({
      containerId: ContainerRef,
      /** The secret before has become known to others: it ends now, and so does the connection. */
      endsOldAtOnce: z.boolean().default(false),
    }),
    output: z.object({
      data: z.object({
        ...ControllerCredential.shape,
        /** Until when the secret before is valid; null: it is no longer. */
        oldUntil: z.iso.datetime().nullable(),
      }),
    }),
  },
  retireContainer: {
    summary:
      "Take a container out of service: its history stays and can be read, it sends no warnings and counts in no total, and its controller is refused until it is taken back.",
    access: "register",
    effect: "write",
    stepUp: true,
    input: z.strictObject({
      containerId: ContainerRef,
      /** Why, for whoever reads it later. */
      reason: line(256).default(""),
    }),
    output: z.object({ data: Retirement }),
  },
  restoreContainer: {
    summary: "Take a retired container back into service, with the secret, the cluster and the rules that it had.",
    access: "register",
    effect: "write",
    input: z.strictObject({ containerId: ContainerRef }),
    output: z.object({ data: Retirement }),
  },
  removeContainer: {
    summary:
      "Remove a container: nobody sees it any more, and its controller is refused at once. Its history is deleted after 30 days.",
    access: "register",
    effect: "write",
    stepUp: true,
    input: z.strictObject({
      containerId: ContainerRef,
      /** Its name, as a proof that this one is meant. */
      confirmName: z.string().max(128),
    }),
    output: noOutput,
  },
  getInventoryIdSetting: {
    summary: "Under which numbers the books of its owner have a container and what is in it.",
    access: "view",
    effect: "read",
    input: z.strictObject({ containerId: ContainerRef }),
    output: z.object({ data: Inventory }),
  },
  saveInventoryIdSetting: {
    summary: "Set under which numbers the books of its owner have a container and what is in it.",
    access: "configure",
    effect: "write",
    perMinute: 30,
    input: z.strictObject({ containerId: ContainerRef, ...Inventory.shape }),
    output: z.object({ data: Inventory }),
    errors: ["inventory_used"],
  },
} satisfies CallMap;
