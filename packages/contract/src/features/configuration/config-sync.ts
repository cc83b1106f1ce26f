import { changedPaths, type ConfigDoc, type ConfigValue, sectionOf, valuesByPath, withPaths } from "./config-doc.ts";

/** What a person, or a rule of theirs, does about a configuration that differs between portal and controller. Pure. */

export const syncDirections = ["portalToController", "controllerToPortal"] as const;
export type SyncDirection = (typeof syncDirections)[number];

/** Which side changed a value since both last had the same. */
export const changedSides = ["portal", "controller", "both"] as const;
export type ChangedSide = (typeof changedSides)[number];

/** The three documents of a container. */
export interface ConfigSides {
  agreed: ConfigDoc;
  wanted: ConfigDoc;
  reported: ConfigDoc;
}

/** A value that differs; undefined: that side has none. */
export interface ConfigDifference {
  path: string;
  wanted: ConfigValue | undefined;
  reported: ConfigValue | undefined;
  agreed: ConfigValue | undefined;
  changed: ChangedSide;
}

/** In alphabetical order of the paths. */
export function differencesOf({ agreed, wanted, reported }: ConfigSides): ConfigDifference[] {
  const [here, there, before] = [valuesByPath(wanted), valuesByPath(reported), valuesByPath(agreed)];
  const [changedHere, changedThere] = [new Set(changedPaths(agreed, wanted)), new Set(changedPaths(agreed, reported))];
  return changedPaths(wanted, reported).map((path) => {
    const changed = changedHere.has(path) ? (changedThere.has(path) ? "both" : "portal") : "controller";
    return { path, wanted: here.get(path), reported: there.get(path), agreed: before.get(path), changed };
  });
}

export interface SyncQuestion {
  direction: SyncDirection;
  /** Left out: all. */
  sections?: readonly string[] | undefined;
  /** Paths for which the other side counts. */
  except?: readonly string[] | undefined;
}

/** A value of one side that replaces the one of the other. */
export interface SyncStep {
  path: string;
  direction: SyncDirection;
  from: ConfigValue | undefined;
  to: ConfigValue | undefined;
}

/**
 * @param isUnderway What only the portal changed is on its way already and need not be sent again.
 * @returns What is to be done; nothing, where it has been done.
 */
export function planSync(sides: ConfigSides, question: SyncQuestion, isUnderway: boolean): SyncStep[] {
  const { direction, sections, except = [] } = question;
  const other = syncDirections.find((one) => one !== direction) ?? direction;
  return differencesOf(sides).flatMap(({ path, wanted, reported, changed }): SyncStep[] => {
    if (sections && !sections.includes(sectionOf(path))) return [];
    const toward = except.includes(path) ? other : direction;
    if (toward === "controllerToPortal") return [{ path, direction: toward, from: wanted, to: reported }];
    return isUnderway && changed === "portal" ? [] : [{ path, direction: toward, from: reported, to: wanted }];
  });
}

/** The sections that a plan concerns, whole, as they are to be wanted. */
export function sectionsAfter({ wanted, reported }: ConfigSides, steps: readonly SyncStep[]): ConfigDoc {
  const taken = steps.filter(({ direction }) => direction === "controllerToPortal").map(({ path }) => path);
  const after = withPaths(wanted, reported, taken);
  return Object.fromEntries(
    [...new Set(steps.map(({ path }) => sectionOf(path)))].map((name) => [name, after[name] ?? {}]),
  );
}
