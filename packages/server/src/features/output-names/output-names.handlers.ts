import type { outputNameCalls } from "@offgrid/contract/output-names/output-names.calls";
import {
  type NamedOutput,
  type NameFault,
  type OutputNames,
  nameFaults,
  withOutputNames,
} from "@offgrid/contract/output-names/output-names";
import { OutputTargetName } from "@offgrid/contract/output-names/output-names.schema";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { Handlers } from "../../calls/handler.ts";
import { mustFindEquipment } from "../commands/outputs.store.ts";
import * as store from "./output-names.store.ts";

export const outputNameHandlers: Handlers<typeof outputNameCalls> = {
  saveOutputNames: async ({ containerId, outputs }, { actor, db, audit, publish }) => {
    audit({ target: containerId });
    const equipment = await mustFindEquipment(db, actor, containerId);
    const own = new Set<string>(equipment.outputs.map(({ target }) => target));
    mustHold(outputs, "target", "This container has no such output.", ({ target }) => own.has(target));
    const before = await store.lockOutputNames(db, containerId);
    const after = withOutputNames(before, outputs);
    const faults = nameFaults(after, OutputTargetName.options);
    const isFree = (fault: NameFault) => (output: NamedOutput) => faults.get(output.target) !== fault;
    mustHold(outputs, "name", "Another output of this container has this name.", isFree("same"));
    mustHold(outputs, "name", "Another output is called so where nobody has named it.", isFree("default"));
    await store.saveOutputNames(db, containerId, after);
    audit({ before: audited(before), after: audited(after) });
    publish("outputNamesChanged", { containerIds: [containerId] });
    return { data: after };
  },
};

/** @throws Refusal bad_input with this field of every output that does not hold. */
function mustHold(
  outputs: readonly NamedOutput[],
  field: keyof NamedOutput,
  problem: string,
  holds: (output: NamedOutput) => boolean,
): void {
  const wrong = outputs.flatMap((output, index) => (holds(output) ? [] : [`outputs.${index}.${field}`]));
  if (wrong.length === 0) return;
  throw new Refusal("bad_input", { fields: Object.fromEntries(wrong.map((path) => [path, problem])) });
}

/** By target, as one text each. */
function audited(names: OutputNames): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).map(([target, { name, feeds }]) => [target, [name, feeds].filter(Boolean).join(" · ")]),
  );
}
