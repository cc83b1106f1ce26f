import type { ContainerOutput } from "@offgrid/contract/commands/commands.schema";
import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { kindsOf, outputMetric, outputTargets } from "@offgrid/contract/devices/output-kinds";

import type { NameableOutput } from "./output-names.form.tsx";

/**
 * What a container can switch, by what its controller announces and has measured.
 * @param relays With whether they may do harm; undefined: not known yet.
 */
export function nameableOutputs(
  { capabilities, values }: Pick<ContainerInfoV4, "capabilities" | "values">,
  relays: readonly Pick<ContainerOutput, "target" | "failSafe">[] | undefined,
): NameableOutput[] {
  return kindsOf(capabilities).flatMap((kind) =>
    outputTargets(kind)
      .filter((target) => Object.hasOwn(values, outputMetric(target)))
      .map((target) => {
        const relay = relays?.find((one) => one.target === target);
        return { target, kind, isCritical: relay && relay.failSafe !== null };
      }),
  );
}
