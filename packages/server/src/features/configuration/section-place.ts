import type { ConfigDoc } from "@offgrid/contract/configuration/config-doc";
import type { Place } from "@offgrid/contract/core/moments";

/** What a controller does by the clocks or the sun of its place. */
const sectionsByPlace = ["streetLights", "automations", "reboot", "ac"] as const;

/** Is there anything that goes by the place? */
export function hasSectionsByPlace(doc: ConfigDoc): boolean {
  return sectionsByPlace.some((name) => Object.keys(doc[name] ?? {}).length > 0);
}

export function sectionOfPlace({ zoneName, latitudeDeg, longitudeDeg }: Place): ConfigDoc {
  const hasPosition = latitudeDeg !== undefined && longitudeDeg !== undefined;
  return { place: { zoneName, ...(hasPosition && { latitudeDeg, longitudeDeg }) } };
}
