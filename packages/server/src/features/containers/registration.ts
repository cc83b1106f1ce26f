import { createHash, randomBytes } from "node:crypto";
import { isIPv6 } from "node:net";
import { hostname } from "node:os";

import type { ControllerCredential } from "@offgrid/contract/containers/containers.calls";
import { reservedContainerIds, screenClientPrefix } from "@offgrid/contract/containers/containers.ids";
import { Refusal } from "@offgrid/contract/core/refusal";
import { isEmptyCard, type SimCard } from "@offgrid/contract/sim-cards/sim-card-rules";

import { mqttPath } from "../../broker/broker-listeners.ts";
import { isLoopback } from "../../config/config.schemas.ts";
import type { Config } from "../../config/config.ts";
import type { Db } from "../../core/db.ts";
import { zoneAt } from "../../core/zone-at.ts";
import * as kits from "../kits/kits.store.ts";
import { saveSimCard } from "../sim-cards/sim-cards.store.ts";
import * as containers from "./containers.store.ts";

type MqttAddress = ControllerCredential["mqtt"];

/** What a `wss://` address without a port means. */
const httpsPort = 443;

export interface Registration {
  /** Absent: made from the name. */
  containerId?: string | undefined;
  name: string;
  serialNumber: string;
  uuid?: string | undefined;
  location?: { lat: number; long: number } | undefined;
  address?: string | undefined;
  zoneName?: string | undefined;
  /** Of an existing cluster that the person who registers can see. */
  clusterId?: string | undefined;
  /** Of an existing kit. */
  kitId?: string | undefined;
  simCard?: SimCard | undefined;
  /** Ids of the people who may see it. */
  users: readonly string[];
  /** A known secret, for the demonstration that keeps its own; absent: a new one. */
  secret?: string | undefined;
}

/**
 * Adds a container with the credential of its controller, within the caller's transaction.
 * @returns the secret, which is nowhere stored: 256 random bits as base64url.
 * @throws Refusal id_used, serial_used, uuid_used, sim_card_used; bad_input for a person who does not exist.
 */
export async function registerContainer(
  db: Db,
  wanted: Registration,
): Promise<{ containerId: string; secret: string }> {
  const secret = wanted.secret ?? newSecret();
  const containerId = await insertFirst(
    db,
    wanted.containerId ? [wanted.containerId] : await freeIds(db, wanted.name),
    {
      name: wanted.name,
      serialNumber: wanted.serialNumber,
      uuid: wanted.uuid ?? null,
      latitude: wanted.location?.lat ?? null,
      longitude: wanted.location?.long ?? null,
      address: wanted.address ?? null,
      zoneName: wanted.zoneName ?? (wanted.location ? zoneAt(wanted.location.lat, wanted.location.long) : "UTC"),
      clusterId: wanted.clusterId ?? null,
      kitId: wanted.kitId ?? null,
      secretHash: hashOf(secret),
    },
  );
  if (wanted.kitId !== undefined) await kits.applyTo(db, containerId, wanted.kitId, wanted.location);
  if (wanted.simCard && !isEmptyCard(wanted.simCard)) await saveSimCard(db, containerId, wanted.simCard);
  const users = [...new Set(wanted.users)];
  if ((await containers.assign(db, containerId, users)) !== users.length) {
    throw new Refusal("bad_input", { fields: { users: "not_found" } });
  }
  return { containerId, secret };
}

/** 256 random bits as base64url. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a secret. */
export function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/** Where a controller connects to, as far as the portal knows: by the name that people use, else by its own address. */
export function mqttAddress({
  publicUrl,
  mqttHost,
  mqttPort,
  mqttTls,
  roles,
}: Pick<Config, "publicUrl" | "mqttHost" | "mqttPort" | "mqttTls" | "roles">): MqttAddress {
  // Nobody elsewhere reaches this machine's own address, but a process that has both roles takes controllers by the proxy
  // that people come through, too.
  const isBoth = roles.includes("api") && roles.includes("ingest");
  if (isLoopback(mqttHost) && isBoth && publicUrl?.startsWith("https:"))
    return addressAt(`wss://${new URL(publicUrl).host}${mqttPath}`);
  // Nobody can connect to "every address".
  const own = mqttHost === "0.0.0.0" || mqttHost === "::" ? hostname() : mqttHost;
  const host = publicUrl ? new URL(publicUrl).hostname : own;
  return addressAt(`${mqttTls ? "mqtts" : "mqtt"}://${isIPv6(host) ? `[${host}]` : host}:${mqttPort}`);
}

/** @param url As `mqttAddress` makes them. */
export function addressAt(url: string): MqttAddress {
  const { protocol, hostname: host, port } = new URL(url);
  return {
    host: host.replaceAll(/^\[|\]$/g, ""),
    port: Number(port || httpsPort),
    tls: protocol === "mqtts:" || protocol === "wss:",
    url,
  };
}

/** Under the first of these ids that nobody takes meanwhile. @throws Refusal id_used when there is none. */
async function insertFirst(
  db: Db,
  ids: readonly string[],
  container: Omit<Parameters<typeof containers.insert>[1], "id">,
): Promise<string> {
  for (const id of ids) if (await containers.insert(db, { id, ...container })) return id;
  throw new Refusal("id_used");
}

/** Ids from a name that are free at the moment, the plainest first. */
async function freeIds(db: Db, name: string): Promise<string[]> {
  const preferred = idFromName(name);
  const candidates = [preferred, ...Array.from({ length: 98 }, (_, index) => `${preferred.slice(0, 33)}-${index + 2}`)];
  const used = await containers.taken(db, candidates);
  return [...candidates.filter((id) => !used.has(id)), `${preferred.slice(0, 25)}-${randomBytes(4).toString("hex")}`];
}

/** A plain id from a name: "Saint-Élie (école)" is saint-elie-ecole. */
export function idFromName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 36)
    .replaceAll(/^-+|-+$/g, "");
  // With a hyphen behind it, as the number of one that repeats begins.
  const isReserved = reservedContainerIds.includes(plain) || `${plain}-`.startsWith(screenClientPrefix);
  return plain.length >= 3 && !isReserved ? plain : `container-${plain}`.slice(0, 36).replace(/-+$/, "");
}
