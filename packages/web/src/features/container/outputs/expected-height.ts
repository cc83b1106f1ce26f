import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { kindsOf, outputMetric, outputTargets } from "@offgrid/contract/devices/output-kinds";

const rowPx = 150;
/** With the notes that most of them have. */
const headPx = 184;
const inRow = 3;

/**
 * About how high the relays or phases of a container will stand, px, while they are being fetched; 0 where none is measured
 * or the controller switches none.
 */
export function expectedHeight(
  { values, capabilities }: Pick<ContainerInfoV4, "values" | "capabilities">,
  kind: "relay" | "phase" = "relay",
): number {
  const targets = kindsOf(capabilities).includes(kind) ? outputTargets(kind) : [];
  const count = targets.filter((target) => Object.hasOwn(values, outputMetric(target))).length;
  return count === 0 ? 0 : headPx + rowPx * Math.ceil(count / inRow);
}
