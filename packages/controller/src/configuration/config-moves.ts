import {
  changedPaths,
  type ConfigDoc,
  isSameDoc,
  sectionOf,
  withPaths,
} from "@offgrid/contract/configuration/config-doc";
import { isLinkCritical, trialMs } from "@offgrid/contract/configuration/config-fields";
import { configSha256 } from "@offgrid/contract/configuration/config-hash";
import {
  ConfigDocument,
  ConfigRefusal,
  type ConfigReportMessage,
  type ConfigSetMessage,
  faultsOf,
} from "@offgrid/contract/configuration/configuration.schema";
import type { ConfigFault } from "@offgrid/contract/core/config-section";
import { z } from "zod";

/** What may happen to the configuration of a controller. Pure: what is returned has to be on the disk before it counts. */

const Fields = z.record(z.string(), z.enum(["unsupported", "invalid"]));

export const KeptConfig = z.object({
  /** Names this storage; a new one begins with new versions. */
  store: z.string(),
  /** Of the document that runs. It grows with each change, whoever made it. */
  version: z.int(),
  /** The newest version of the portal that was decided on. */
  answered: z.int(),
  doc: ConfigDocument,
  /** What the controller's own file said last: a change of it is one that was made on site. */
  ownFile: ConfigDocument,
  /** The document is on trial: what returns, and when, by this machine's clock. */
  trial: z.object({ back: ConfigDocument, startedAtMs: z.number(), untilMs: z.number() }).optional(),
  refused: z.object({ version: z.int(), reason: ConfigRefusal, fields: Fields }).optional(),
  reverted: z.object({ version: z.int(), atMs: z.number() }).optional(),
});
export type KeptConfig = z.infer<typeof KeptConfig>;

/** Can this controller set a value? Undefined: yes. */
export type Judge = (path: string, doc: ConfigDoc) => ConfigFault | undefined;

export function firstConfig(store: string, ownFile: ConfigDoc): KeptConfig {
  return { store, version: 0, answered: 0, doc: ownFile, ownFile };
}

const nextVersion = ({ version, answered }: KeptConfig) => Math.max(version, answered) + 1;

/** What the portal wants. The same object: it was decided on before. */
export function receive(kept: KeptConfig, message: ConfigSetMessage, judge: Judge, nowMs: number): KeptConfig {
  const { version, doc } = message;
  if (version <= kept.answered) return kept;
  const refuse = (reason: ConfigRefusal, fields: Record<string, ConfigFault> = {}): KeptConfig => ({
    ...kept,
    answered: version,
    refused: { version, reason, fields },
  });
  if (configSha256(doc) !== message.sha256) return refuse("hash");
  if (kept.trial) return refuse("trial");
  if (message.base !== kept.version || version <= kept.version) return refuse("base");
  const changed = changedPaths(kept.doc, doc);
  const fields = faultsAt(changed, doc, judge);
  if (Object.keys(fields).length > 0) return refuse("fields", fields);
  const { refused: _, reverted: __, ...rest } = kept;
  const trial = { back: kept.doc, startedAtMs: nowMs, untilMs: nowMs + trialMs };
  return { ...rest, version, answered: version, doc, ...(changed.some(isLinkCritical) && { trial }) };
}

/** A section is judged as a whole where something of it changed: its values may belong together. */
function faultsAt(changed: readonly string[], doc: ConfigDoc, judge: Judge): Record<string, ConfigFault> {
  const sections = new Set(changed.map(sectionOf));
  const invalid = Object.keys(faultsOf(doc)).filter((path) => sections.has(sectionOf(path)));
  const faults = changed.flatMap((path): [string, ConfigFault][] => {
    const fault = judge(path, doc);
    return fault ? [[path, fault]] : [];
  });
  return Object.fromEntries([...invalid.map((path): [string, ConfigFault] => [path, "invalid"]), ...faults]);
}

/** The portal answered over the new settings. The same object: nothing was on trial. */
export function confirm(kept: KeptConfig): KeptConfig {
  if (!kept.trial) return kept;
  const { trial: _, ...rest } = kept;
  return rest;
}

/** What was on trial is taken back. The same object: nothing was. */
export function revert(kept: KeptConfig, nowMs: number): KeptConfig {
  if (!kept.trial) return kept;
  const { trial, ...rest } = kept;
  const reverted = { version: kept.version, atMs: nowMs };
  return { ...rest, version: nextVersion(kept), doc: trial.back, reverted };
}

/**
 * How long a trial may still go on. A clock that stands before its start lost the time in a power cut, and cannot tell
 * how long ago that was.
 */
export function trialLeftMs({ trial }: KeptConfig, nowMs: number): number {
  if (!trial || nowMs < trial.startedAtMs) return 0;
  return Math.max(0, Math.min(trial.untilMs - nowMs, trialMs));
}

/** At the start of the program: what its own file says now counts where it was changed. */
export function start(earlier: KeptConfig, ownFile: ConfigDoc, nowMs: number): KeptConfig {
  const changed = changedPaths(earlier.ownFile, ownFile);
  const isOver = earlier.trial !== undefined && (changed.length > 0 || trialLeftMs(earlier, nowMs) === 0);
  const kept = isOver ? revert(earlier, nowMs) : earlier;
  if (changed.length === 0) return kept;
  const doc = withPaths(kept.doc, ownFile, changed);
  return isSameDoc(doc, kept.doc) ? { ...kept, ownFile } : { ...kept, ownFile, doc, version: nextVersion(kept) };
}

export function report(kept: KeptConfig, nowMs: number, leftMs: number): ConfigReportMessage {
  const { store, version, doc, answered, trial, refused, reverted } = kept;
  return {
    store,
    version,
    sha256: configSha256(doc),
    doc,
    answered,
    ...(trial && { trial: { leftMs } }),
    ...(refused && { refused }),
    ...(reverted && { reverted: { version: reverted.version, agoMs: Math.max(0, nowMs - reverted.atMs) } }),
  };
}
