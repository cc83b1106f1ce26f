import type { AcPlan } from "@offgrid/contract/air-conditioning/ac-plan";
import { AcPlan as AcSection } from "@offgrid/contract/air-conditioning/air-conditioning.schema";
import {
  Automation,
  type Automations,
  missingOutputs,
  readableAutomations,
} from "@offgrid/contract/automations/automations.schema";
import { relayOfKey } from "@offgrid/contract/devices/relay-times";
import { readableRelays, type RelaysSection } from "@offgrid/contract/devices/relays.schema";
import { type ConfigDoc, type ConfigSection, sectionOf } from "@offgrid/contract/configuration/config-doc";
import { KeepAliveSection, NetworkSection, PlaceSection } from "@offgrid/contract/configuration/configuration.schema";
import type { Place } from "@offgrid/contract/core/moments";
import type { Device } from "@offgrid/contract/devices/device.schema";
import { type DeviceField, deviceOfKey, tooSlowKeys } from "@offgrid/contract/devices/device-settings";
import { type DevicesSection, readableDevices } from "@offgrid/contract/devices/devices.schema";
import { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";
import { phaseTarget } from "@offgrid/contract/phase-control/phase-bounds";
import { PhaseControl } from "@offgrid/contract/phase-control/phase-control.schema";
import { targetOfKey } from "@offgrid/contract/street-lights/light-keys";
import { RebootSection } from "@offgrid/contract/reboots/reboots.schema";
import { StreetLightsSection } from "@offgrid/contract/street-lights/street-lights.schema";
import type { AnnouncedWorks } from "@offgrid/contract/works/works-moves";
import { WorksSection } from "@offgrid/contract/works/works.schema";

import type { Judge } from "./config-moves.ts";

/** The address of the machine itself, as far as it is set; without an address it is given one. */
export type HostNetwork = Pick<NetworkSection, "ip" | "mask" | "gateway" | "dns">;

/** By the id of the device. */
export type DeviceFieldsById = ReadonlyMap<string, readonly DeviceField[]>;

/** What a controller is started with, and what a configuration may replace. */
export interface FileSettings {
  /** mqtt, mqtts, ws or wss. */
  url: string;
  everyMs: number;
  keepaliveS: number;
  loadProtection?: LoadProtection | undefined;
  streetLights?: StreetLightsSection | undefined;
  ac?: AcPlan | undefined;
  phases?: PhaseControl | undefined;
  /** Where the container stands. */
  place?: Place | undefined;
  /** What this controller can set. Without outputs it has no loads to protect. */
  targets: readonly string[];
  /** The devices that it reads. */
  devices?: readonly Device[] | undefined;
  /** What can be set of each device, by its id. */
  deviceFields?: DeviceFieldsById | undefined;
  /** Without it nothing here can set the machine's own address. */
  setHostNetwork?: ((network: HostNetwork) => void) | undefined;
  /** Without it nothing would start this program again. */
  restart?: (() => void) | undefined;
}

const portOf: Record<string, number> = { "mqtt:": 1883, "mqtts:": 8883, "ws:": 80, "wss:": 443 };
const hostKeys: readonly string[] = ["network.ip", "network.mask", "network.gateway", "network.dns"];
const ownKeys: readonly string[] = [
  "network.portalHost",
  "network.port",
  "keepAlive.frameSeconds",
  "keepAlive.linkSeconds",
];

/** The settings as a configuration. */
export function docOfFile(ownFile: FileSettings): ConfigDoc {
  const { url, everyMs, keepaliveS, loadProtection, streetLights, ac, phases, place } = ownFile;
  const { hostname, port, protocol } = new URL(url);
  return {
    network: { portalHost: hostname, port: port === "" ? (portOf[protocol] ?? 1883) : Number(port) },
    keepAlive: { frameSeconds: everyMs / 1000, linkSeconds: keepaliveS },
    ...(loadProtection && { loadProtection }),
    ...(streetLights && { streetLights: sectionOfFile(streetLights) }),
    ...(ac && { ac: sectionOfFile(ac) }),
    ...(phases && { phases: sectionOfFile(phases) }),
    ...(place && { place: sectionOfFile(place) }),
  };
}

/** Without what is left out. */
function sectionOfFile(section: object): ConfigSection {
  return JSON.parse(JSON.stringify(section)) as ConfigSection;
}

/** A controller without any of its own settings could not run; what it cannot set, it does not take. */
export function judgeOf(
  able: Pick<FileSettings, "targets" | "devices" | "deviceFields" | "setHostNetwork" | "restart">,
): Judge {
  const { targets, devices = [], deviceFields, setHostNetwork, restart } = able;
  return (path, doc) => {
    if (tooSlowKeys(doc["devices"] ?? {}, devices).some((key) => path === `devices.${key}`)) return "invalid";
    if (sectionOf(path) === "devices") return isSettable(path, doc, deviceFields) ? undefined : "unsupported";
    if (sectionOf(path) === "loadProtection") return targets.length > 0 ? undefined : "unsupported";
    if (sectionOf(path) === "place" || sectionOf(path) === "works") return undefined;
    if (sectionOf(path) === "automations") return isPossible(path, doc, targets) ? undefined : "unsupported";
    if (sectionOf(path) === "streetLights") return hasLight(path, targets) ? undefined : "unsupported";
    if (sectionOf(path) === "relays") return hasRelay(path, doc, targets) ? undefined : "unsupported";
    if (sectionOf(path) === "reboot") return restart || !doc["reboot"]?.["enabled"] ? undefined : "unsupported";
    if (sectionOf(path) === "ac") return targets.includes("ac") ? undefined : "unsupported";
    if (sectionOf(path) === "phases") return hasPhases(doc, targets) ? undefined : "unsupported";
    if (hostKeys.includes(path)) return setHostNetwork ? undefined : "unsupported";
    if (!ownKeys.includes(path)) return "unsupported";
    const [section = "", key = ""] = path.split(".");
    const value = doc[section]?.[key];
    // The portal stores every port that its customers may type; nothing listens on the first and on the last.
    const isReachable = path !== "network.port" || (value !== 0 && value !== 65_536);
    return value !== undefined && isReachable ? undefined : "invalid";
  };
}

/** An automation that is removed is possible, whatever it was. */
function isPossible(path: string, { automations }: ConfigDoc, targets: readonly string[]): boolean {
  const automation = Automation.safeParse(automations?.[path.slice(path.indexOf(".") + 1)]).data;
  return automation === undefined || Object.keys(missingOutputs(automation, targets)).length === 0;
}

/** What is taken back is possible, also of a device that is gone. */
function isSettable(path: string, { devices }: ConfigDoc, fields: DeviceFieldsById = new Map()): boolean {
  const key = path.slice(path.indexOf(".") + 1);
  const found = deviceOfKey(key);
  return devices?.[key] === undefined || (found !== undefined && fields.get(found.id)?.includes(found.field) === true);
}

function hasLight(path: string, targets: readonly string[]): boolean {
  const target = targetOfKey(path.slice(path.indexOf(".") + 1));
  return target !== undefined && targets.includes(target);
}

/** What is taken back is possible, also of a relay that is gone. */
function hasRelay(path: string, { relays }: ConfigDoc, targets: readonly string[]): boolean {
  const key = path.slice(path.indexOf(".") + 1);
  const found = relayOfKey(key);
  return relays?.[key] === undefined || (found !== undefined && targets.includes(found.target));
}

/** Without any phase that it can switch, a controller has none to control. */
function hasPhases({ phases }: ConfigDoc, targets: readonly string[]): boolean {
  const named = PhaseControl.shape.phases.safeParse(phases?.["phases"]).data ?? [];
  return (
    targets.some((target) => target.startsWith("phase.")) && named.every(({ id }) => targets.includes(phaseTarget(id)))
  );
}

/** What counts now. */
export interface AppliedSettings extends Pick<
  FileSettings,
  "url" | "everyMs" | "keepaliveS" | "loadProtection" | "streetLights" | "ac" | "phases"
> {
  automations: Automations;
  place: Place | undefined;
  reboot: RebootSection | undefined;
  devices: DevicesSection;
  relays: RelaysSection;
  works: AnnouncedWorks;
}

/** The settings with what a configuration says. */
export function settingsOf(doc: ConfigDoc, ownFile: FileSettings): AppliedSettings {
  const { portalHost, port } = NetworkSection.safeParse(doc.network).data ?? {};
  const { frameSeconds, linkSeconds } = KeepAliveSection.safeParse(doc.keepAlive).data ?? {};
  const before = docOfFile(ownFile).network;
  // What the file says stays as it was written where nothing else is wanted: an address is more than host and port.
  const isSame = (portalHost ?? before?.portalHost) === before?.portalHost && (port ?? before?.port) === before?.port;
  const url = new URL(ownFile.url);
  if (portalHost !== undefined) url.hostname = portalHost;
  if (port !== undefined) url.port = String(port);
  return {
    url: isSame ? ownFile.url : url.href,
    everyMs: frameSeconds === undefined ? ownFile.everyMs : Math.round(frameSeconds * 1000),
    keepaliveS: linkSeconds ?? ownFile.keepaliveS,
    loadProtection: LoadProtection.safeParse(doc.loadProtection).data,
    automations: readableAutomations(doc.automations),
    devices: readableDevices(doc.devices),
    relays: readableRelays(doc.relays),
    place: PlaceSection.safeParse(doc.place).data,
    streetLights: StreetLightsSection.safeParse(doc.streetLights).data,
    reboot: RebootSection.safeParse(doc.reboot).data,
    ac: AcSection.safeParse(doc.ac).data,
    phases: PhaseControl.safeParse(doc.phases).data,
    works: WorksSection.safeParse(doc.works).data ?? {},
  };
}

export function hostNetworkOf(doc: ConfigDoc): HostNetwork {
  const { ip, mask, gateway, dns } = NetworkSection.safeParse(doc.network).data ?? {};
  return {
    ...(ip !== undefined && { ip }),
    ...(mask !== undefined && { mask }),
    ...(gateway !== undefined && { gateway }),
    ...(dns !== undefined && { dns }),
  };
}
