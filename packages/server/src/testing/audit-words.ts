import { readFileSync, readdirSync } from "node:fs";

import { auditKeyName, auditKind, sectionsOfController } from "@offgrid/contract/audit-keys";
import { locales } from "@offgrid/contract/core/constants";
import { findOutput } from "@offgrid/contract/devices/output-kinds";

import type { Db } from "../core/db.ts";

/** That people can read what the portal of a test wrote into its audit: each key, and each value that is a name. */

const web = new URL("../../../web/src/", import.meta.url);
type Texts = Readonly<Record<string, unknown>>;
const isTexts = (value: unknown): value is Texts =>
  typeof value === "object" && value !== null && !Array.isArray(value);

let files: readonly string[] | undefined;
const catalogues = new Map<string, Texts>();

function catalogue(namespace: string, locale: string): Texts {
  const file = `${namespace}.${locale}.json`;
  files ??= readdirSync(web, { recursive: true, encoding: "utf8" });
  const path = files.find((one) => one.endsWith(`/${file}`));
  const texts = catalogues.get(file) ?? (path ? (JSON.parse(readFileSync(new URL(path, web), "utf8")) as Texts) : {});
  catalogues.set(file, texts);
  return texts;
}

/** Is there a text, or a group of texts, in all languages? @param place Such as `tickets:statuses.Open`. */
function isSaid(place: string): boolean {
  const [namespace = "", path = ""] = place.split(":");
  return locales.every(({ code }) => {
    let found: unknown = catalogue(namespace, code);
    for (const part of path.split(".")) found = isTexts(found) && Object.hasOwn(found, part) ? found[part] : undefined;
    return found !== undefined;
  });
}

const sections: readonly string[] = sectionsOfController;
/** Of these sections the fields are things with names of their own. */
const sectionsOfThings = ["automations", "devices", "relays", "streetLights"];

/** What is missing for a setting of a controller, whose fields have words of their own. */
function faultsOfSetting(action: string, section: string, field: string, value: unknown): string[] {
  const title = `configuration:title.${section}`;
  if (!isSaid(title)) return [title];
  if (section === "streetLights") return isTexts(value) ? faultsOfParts(action, `${section}.${field}`, value) : [];
  if (sectionsOfThings.includes(section)) return [];
  const own = `configuration:field.${["network", "keepAlive"].includes(section) ? field : `${section}.${field}`}`;
  return isSaid(own) || isSaid(`audit:key.${field}`) ? [] : [own];
}

const isNothing = (value: unknown) => value === null || value === undefined || value === "";

/** What is missing to say a value, each with where it was looked for. */
function faultsOfValue(action: string, path: string, value: unknown): string[] {
  if (isNothing(value)) return [];
  const kind = auditKind(action, path);
  if (kind === undefined) return [`the kind of ${path}`];
  if (Array.isArray(value)) return value.flatMap((one) => faultsOfValue(action, path, one));
  if (kind === "hidden" || kind === "warningRule") return [];
  if (kind === "amount") {
    const { unit } = value as { unit: string };
    return isSaid(`settings:times.units.${unit}`) ? [] : [`settings:times.units.${unit}`];
  }
  if (kind === "place") {
    const { kind: chosen, ids, id } = value as { kind: string; ids?: unknown; id?: unknown };
    const place = `audit:valueOf.place.${chosen}`;
    return ids !== undefined || id !== undefined || isSaid(place) ? [] : [place];
  }
  if (isTexts(value)) {
    if (kind !== "parts") return [`the kind of ${path}, which has parts`];
    return faultsOfParts(action, path, value);
  }
  if (kind === "parts") return [`the kind of ${path}, which has no parts`];
  const place = kind.includes(":") ? `${kind}.${String(value as string | number)}` : undefined;
  return place === undefined || isSaid(place) ? [] : [place];
}

function faultsOfParts(action: string, path: string, parts: Texts): string[] {
  return Object.entries(parts).flatMap(([key, one]) => faultsOfKey(action, `${path}.${key}`, one));
}

function faultsOfKey(action: string, path: string, value: unknown): string[] {
  if (isNothing(value) || auditKind(action, path) === "hidden") return [];
  const place = auditKind(action, path) === "output" ? "audit:key.output" : auditKeyName(action, path);
  return [...(isSaid(place) ? [] : [place]), ...faultsOfValue(action, path, value)];
}

/** What is missing to say one side of a change. */
export function faultsOfChange(action: string, change: unknown): string[] {
  if (!isTexts(change)) return [];
  return Object.entries(change).flatMap(([key, value]) => {
    if (findOutput(key) && typeof value === "string") return [];
    if (!isTexts(value) || auditKind(action, key) === "warningRule") return faultsOfKey(action, key, value);
    if (!sections.includes(key)) return faultsOfParts(action, key, value);
    return Object.entries(value).flatMap(([field, one]) => faultsOfSetting(action, key, field, one));
  });
}

/** What the screens cannot say of the lines of a portal. */
export async function faultsOfAudit(db: Db): Promise<string[]> {
  const lines = await db.selectFrom("audit").select(["action", "before", "after"]).execute();
  const faults = lines.flatMap(({ action, before, after }) =>
    [before, after].flatMap((change) => faultsOfChange(action, change).map((fault) => `${action}: ${fault}`)),
  );
  return [...new Set(faults)].sort();
}
