import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import {
  kindsOf,
  type OutputKindName,
  outputMetric,
  type OutputTarget,
  outputTargets,
} from "@offgrid/contract/devices/output-kinds";

/** What a container can switch, by what its controller announces and has measured. */
export function measuredOutputs({
  capabilities,
  values,
}: Pick<ContainerInfoV4, "capabilities" | "values">): { target: OutputTarget; kind: OutputKindName }[] {
  return kindsOf(capabilities).flatMap((kind) =>
    outputTargets(kind)
      .filter((target) => Object.hasOwn(values, outputMetric(target)))
      .map((target) => ({ target, kind })),
  );
}
