import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { relaySwitches } from "@offgrid/contract/telemetry/load-switches";

const rowPx = 130;
const headPx = 100;
const inRow = 3;

/**
 * About how high the relays of a container will stand, px, while they are being fetched; 0 where none is measured or the
 * controller switches none.
 */
export function expectedHeight({ values, capabilities }: Pick<ContainerInfoV4, "values" | "capabilities">): number {
  if (!capabilities.includes("relay")) return 0;
  const count = relaySwitches.filter((metric) => Object.hasOwn(values, metric)).length;
  return count === 0 ? 0 : headPx + rowPx * Math.ceil(count / inRow);
}
