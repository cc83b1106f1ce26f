import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { findOutput, outputOfMetric } from "@offgrid/contract/devices/output-kinds";

/**
 * Has this load no supply? Where a part of the loads is cut, all outputs that it is known by must be of that part, which
 * names what protection has switched off and what that feeds: street lights that are off by day are not.
 * @param id Of the branch of a device, such as "ac".
 */
export function isCutLoad(id: string, { energy, values }: Pick<ContainerInfoV4, "energy" | "values">): boolean {
  if (energy.level === "cut") return true;
  if (energy.level !== "cut_partly") return false;
  const cut = new Set(energy.cutOutputs?.map(({ target }) => target));
  const outputs = Object.keys(values)
    .map(outputOfMetric)
    .filter((target) => target !== undefined && findOutput(target)?.kind === id);
  return outputs.length > 0 && outputs.every((target) => target !== undefined && cut.has(target));
}
