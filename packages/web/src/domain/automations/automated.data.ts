import type { Automation } from "@offgrid/contract/automations/automations.schema";
import { type ConfigValue, isSameValue } from "@offgrid/contract/configuration/config-doc";
import { findOutput, outputKinds } from "@offgrid/contract/devices/output-kinds";

import { type Answer, call, type Input } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import type { Offer } from "./automation-examples.ts";
import { automationOf } from "./automation-rows.ts";
import { type ContainerAutomations, useAutomations } from "./automations.data.ts";

export type SavedAutomation = Answer<"automationSave">["data"];

type Seen = NonNullable<Input<"automationSave">["seen"]>;

/**
 * What a change of one automation is made of. The versions are of the whole configuration, and rise with each report of
 * the controller: as long as that automation is as it was shown, the newest count.
 * @param base What somebody began to change, where that is not what is shown now.
 * @throws ApiError
 */
export async function seenNow(shown: ContainerAutomations, id: string | undefined, base?: Automation): Promise<Seen> {
  const { data } = await call("automationList", { containerId: shown.containerId });
  const now = data[0];
  const own = (of: ContainerAutomations) => (id === undefined ? undefined : automationOf(of, id));
  const before = id === undefined ? undefined : (base ?? own(shown));
  const isAsShown = now !== undefined && isSameValue(valueOf(own(now)), valueOf(before));
  // Somebody else has changed it while it was written: a version that nothing has any more is refused.
  if (!isAsShown) return { wanted: 0, reported: 0 };
  const { wanted, reported } = now;
  return { wanted: wanted?.version ?? 0, reported: reported?.version ?? 0 };
}

/** As it is sent: without what is left out. */
function valueOf(automation: Automation | undefined): ConfigValue {
  return automation === undefined ? null : (JSON.parse(JSON.stringify(automation)) as ConfigValue);
}

/** Makes an automation, or changes one. @throws ApiError config_changed, bad_input with its fields, ... */
export async function saveAutomation(input: Input<"automationSave">): Promise<SavedAutomation> {
  try {
    return (await call("automationSave", input)).data;
  } finally {
    refresh("automationList", "getConfiguration");
  }
}

/** @throws ApiError config_changed, ... */
export async function deleteAutomation(input: Input<"automationDelete">): Promise<void> {
  try {
    await call("automationDelete", input);
  } finally {
    refresh("automationList", "getConfiguration");
  }
}

/** What the editor needs of a container: its readings, its outputs, and the automations that it has. */
export function useAutomated(containerId: string) {
  const info = useCall("getContainerInfoV4", { containerId }, { select: ({ data }) => data });
  const outputs = useCall("outputList", { containerId }, { select: ({ data }) => data });
  const automations = useAutomations(containerId);
  const all = [info, outputs, automations];
  return {
    data:
      info.data && outputs.data && automations.data
        ? { info: info.data, outputs: outputs.data.map(({ target }) => target), own: automations.data[0] }
        : undefined,
    error: all.find(({ error }) => error)?.error ?? null,
    isPending: all.some(({ isPending }) => isPending),
    // Only the first answer is worth a sign of waiting.
    isFetching: all.some(({ isPending }) => isPending),
    refetch: () => Promise.all(all.map(({ refetch }) => refetch())),
  };
}

export type Automated = NonNullable<ReturnType<typeof useAutomated>["data"]>;

/** What an automation of this container can look at and switch. */
export function offerOf({ info, outputs }: Automated): Offer {
  const isSwitched = (target: string) => {
    const output = findOutput(target);
    return output !== undefined && outputKinds[output.kind].values === "on_off";
  };
  // Where an output is has a condition of its own.
  const isOutput = (metric: string) => outputs.some((target) => metric.startsWith(`${target}.`));
  return {
    outputs: outputs.filter(isSwitched),
    metrics: Object.keys(info.values)
      .filter((metric) => !isOutput(metric))
      .sort(),
    hasPosition: info.location !== null,
  };
}
