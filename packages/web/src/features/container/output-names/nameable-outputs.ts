import type { ContainerOutput } from "@offgrid/contract/commands/commands.schema";
import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";

import { measuredOutputs } from "../outputs/measured-outputs.ts";
import type { NameableOutput } from "./output-names.form.tsx";

/**
 * What a container can switch.
 * @param relays With whether they may do harm; undefined: not known yet.
 */
export function nameableOutputs(
  info: Pick<ContainerInfoV4, "capabilities" | "values">,
  relays: readonly Pick<ContainerOutput, "target" | "failSafe">[] | undefined,
): NameableOutput[] {
  return measuredOutputs(info).map(({ target, kind }) => {
    const relay = relays?.find((one) => one.target === target);
    return { target, kind, isCritical: relay && relay.failSafe !== null };
  });
}
