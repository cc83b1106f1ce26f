import { z } from "zod";

import { AcPlan } from "../air-conditioning/air-conditioning.schema.ts";
import { Automations } from "../automations/automations.schema.ts";
import { RelaysSection } from "../devices/relays.schema.ts";
import { ZoneName } from "../containers/containers.schema.ts";
import { DevicesSection } from "../devices/devices.schema.ts";
import { ConfigFault } from "../../core/config-section.ts";
import { LoadProtection } from "../load-protection/load-protection.schema.ts";
import { PhaseControl } from "../phase-control/phase-control.schema.ts";
import { StreetLightsSection } from "../street-lights/street-lights.schema.ts";
import { RebootSection } from "../reboots/reboots.schema.ts";
import { WorksSection } from "../works/works.schema.ts";
import type { ConfigDoc } from "./config-doc.ts";
import { configLimits, isHost, isIpAddress } from "./config-fields.ts";

/** The sections of a configuration. What is left out of one is not set. */

const ipMessage = "Please fill an IP address: four dotted numbers, each 0 to 255.";
const portMessage = "Please fill a port: 0 to 65536.";
const hostMessage = "Please fill a host name or an IP address, without a port.";
const fullMessage = "Please fill full fields";
const framesMessage = "Please fill the seconds between two frames: 0.1 to 86400.";
const linkMessage = "Please fill the seconds between two signs of life: 1 to 60.";

const Ip = z.string({ error: ipMessage }).refine(isIpAddress, ipMessage);
const between = ({ from, to }: { from: number; to: number }, error: string) =>
  z.number({ error }).min(from, error).max(to, error);

export const NetworkSection = z
  .strictObject({
    ip: Ip.optional().describe("The container's own address; left out: it is given one (DHCP)"),
    mask: Ip.optional(),
    gateway: Ip.optional(),
    dns: z.array(Ip).max(4).optional().describe("Addresses of name servers"),
    portalHost: z
      .string({ error: hostMessage })
      .max(253, hostMessage)
      .refine(isHost, hostMessage)
      .optional()
      .describe("Where the controller finds the portal"),
    port: between(configLimits.port, portMessage).int(portMessage).optional().describe("TCP port of the portal"),
  })
  .superRefine(({ ip, mask, gateway }, { addIssue }) => {
    const refuse = (key: string) => addIssue({ code: "custom", path: [key], message: fullMessage });
    if (ip === undefined && (mask !== undefined || gateway !== undefined)) refuse("ip");
    if (mask === undefined && (ip !== undefined || gateway !== undefined)) refuse("mask");
  });
export type NetworkSection = z.infer<typeof NetworkSection>;

export const KeepAliveSection = z.strictObject({
  frameSeconds: between(configLimits.frameSeconds, framesMessage).optional().describe("Seconds between two frames"),
  linkSeconds: between(configLimits.linkSeconds, linkMessage)
    .int(linkMessage)
    .optional()
    .describe("Seconds without another message after which the controller gives a sign of life"),
});
export type KeepAliveSection = z.infer<typeof KeepAliveSection>;

/** Where the container stands, for times and the sun; without a position, only times are known. */
export const PlaceSection = z.strictObject({
  zoneName: ZoneName,
  latitudeDeg: z.number().min(-90).max(90).optional(),
  longitudeDeg: z.number().min(-180).max(180).optional(),
});

/** Every section that can be set. No key holds a secret: what runs is reported and shown. */
export const configSections = {
  network: NetworkSection,
  keepAlive: KeepAliveSection,
  loadProtection: LoadProtection,
  place: PlaceSection,
  automations: Automations,
  streetLights: StreetLightsSection,
  reboot: RebootSection,
  ac: AcPlan,
  phases: PhaseControl,
  devices: DevicesSection,
  relays: RelaysSection,
  works: WorksSection,
} as const;
export type SectionName = keyof typeof configSections;

/** What is asked for: known sections only. Automations, the place and works have calls of their own. */
export const WantedSections = z.strictObject({
  network: NetworkSection.optional(),
  keepAlive: KeepAliveSection.optional(),
  loadProtection: LoadProtection.optional(),
  streetLights: StreetLightsSection.optional(),
  reboot: RebootSection.optional(),
  ac: AcPlan.optional(),
  phases: PhaseControl.optional(),
  devices: DevicesSection.optional(),
  relays: RelaysSection.optional(),
});
export type WantedSections = z.infer<typeof WantedSections>;

/** The name of a section, also of one that the portal does not know. */
export const SectionKey = z
  .string()
  .regex(/^[a-z][a-zA-Z0-9]{0,31}$/)
  .refine((name) => !(name in {}), "is a name that every object has");
export const longestDoc = 96 * 1024;

/** A whole configuration on its way; a newer controller may have sections that the portal does not know yet. */
export const ConfigDocument: z.ZodType<ConfigDoc> = z
  .record(SectionKey, z.record(z.string().min(1).max(64), z.json()))
  .refine((doc) => JSON.stringify(doc).length <= longestDoc, "must be at most 96 KiB");

/**
 * Why a controller does not take a version:
 *
 * - `fields`: some of its values; `fields` names them.
 * - `base`: it runs another version than the one that was changed.
 * - `trial`: it is trying an earlier one.
 * - `hash`: the document was damaged on its way.
 * - `storage`: it could not be stored, without which a power cut would lose it.
 */
export const ConfigRefusal = z.enum(["fields", "base", "trial", "hash", "storage"]);
export type ConfigRefusal = z.infer<typeof ConfigRefusal>;

const Version = z.int().min(0).max(1_000_000_000);
/** Leaves room for what the portal wants next. */
const ReportedVersion = z.int().min(0).max(900_000_000);
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const ConfigSetMessage = z.object({
  version: Version,
  /** Of the canonical document: keys in alphabetical order, no spaces. */
  sha256: Sha256,
  /** The version that was changed. */
  base: Version,
  doc: ConfigDocument,
});
export type ConfigSetMessage = z.infer<typeof ConfigSetMessage>;

export const ConfigReportMessage = z.object({
  /** Names the controller's storage: versions grow within it, and begin again where it was replaced. */
  store: z.string().min(1).max(64),
  version: ReportedVersion,
  sha256: Sha256,
  doc: ConfigDocument,
  /** The newest version that it was sent and decided on. */
  answered: ReportedVersion,
  /** It returns to what it had before after so long, unless the portal answers it over the new settings. */
  trial: z.object({ leftMs: z.number().min(0) }).optional(),
  /** What it was sent last and did not take. */
  refused: z
    .object({ version: ReportedVersion, reason: ConfigRefusal, fields: z.record(z.string().max(128), ConfigFault) })
    .optional(),
  /** What it tried and took back, and how long ago. */
  reverted: z.object({ version: ReportedVersion, agoMs: z.number().min(0) }).optional(),
});
export type ConfigReportMessage = z.infer<typeof ConfigReportMessage>;

/** The first fault of each value of a document, by path; what is not known here is left out. */
export function faultsOf(doc: ConfigDoc): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const [name, section] of Object.entries(configSections)) {
    if (!doc[name]) continue;
    for (const { path, message } of section.safeParse(doc[name]).error?.issues ?? [])
      if (path[0] !== undefined) faults[`${name}.${String(path[0])}`] ??= message;
  }
  return faults;
}
