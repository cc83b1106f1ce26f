import {
  isSecretField,
  placeOfService,
  type SendingField,
  type SendingService,
  sendingFields,
  sendingRefusals,
} from "@offgrid/contract/settings/sending-services";
import type { SendingServiceState } from "@offgrid/contract/settings/settings.schema";

import { faultsOfValues, type Sending, type SendingValues, valuesOf } from "../../config/config.sending.ts";
import type { KeptService } from "./sending.store.ts";

/** What a service would be after a change, and what screens may see of it. Pure. */

export type Faults = Partial<Record<SendingField, string>>;
type Given = Partial<Record<SendingField, string | null | undefined>>;

/** @param kept Undefined: nobody has changed it. */
export function valuesBefore(service: SendingService, kept: KeptService | undefined, usual: Sending): SendingValues {
  return (kept ? kept.values : valuesOf(service, usual)) ?? {};
}

/** Values with a change, and what is wrong with them: secrets are given again for another place. */
export function withChange(service: SendingService, before: SendingValues, given: Given) {
  const strange = (Object.keys(given) as SendingField[]).filter((name) => !fieldsOf(service).includes(name));
  const values: SendingValues = { ...before };
  for (const [name, value] of Object.entries(given) as [SendingField, string | null][]) {
    if (value === null || value === "") delete values[name];
    else values[name] = value;
  }
  const hasMoved = placeOfService[service].some((name) => before[name] !== undefined && before[name] !== values[name]);
  const unsaid = fieldsOf(service).filter(
    (name) => hasMoved && isSecretField(name) && before[name] !== undefined && given[name] === undefined,
  );
  const faults: Faults = {
    ...faultsOfValues(service, values),
    ...Object.fromEntries(unsaid.map((name) => [name, sendingRefusals.again])),
    ...Object.fromEntries(strange.map((name) => [name, `It is no field of ${service}.`])),
  };
  return { values, faults };
}

const fieldsOf = (service: SendingService): readonly SendingField[] => sendingFields[service];

/** Without its secrets. */
export function stateOf(service: SendingService, kept: KeptService | undefined, usual: Sending): SendingServiceState {
  const values = valuesBefore(service, kept, usual);
  const source = kept === undefined ? "environment" : kept.values === undefined ? "none" : "portal";
  return {
    service,
    source,
    isOn: Object.keys(values).length > 0,
    changedAt: kept?.changedAt.toISOString() ?? null,
    isInEnvironment: valuesOf(service, usual) !== undefined,
    fields: fieldsOf(service).map((name) => ({
      name,
      isSet: values[name] !== undefined,
      isSecret: isSecretField(name),
      shown: shownOf(name, values[name]),
      setAt: timeOf(kept?.givenMs[name]),
    })),
  };
}

function shownOf(name: SendingField, value: string | undefined): string | null {
  if (value === undefined) return null;
  if (!isSecretField(name)) return value;
  return name.endsWith("Url") ? new URL(value).host : null;
}

const timeOf = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());

/** For the audit: which secrets there are, and which were given now, but none of them. */
export function notedOf(
  { source, isInEnvironment, fields }: SendingServiceState,
  given: Given = {},
): Record<string, unknown> {
  const shown = fields.map(({ name, isSecret, isSet, shown: value }) => {
    const isNew = typeof given[name] === "string" && given[name] !== "";
    return [name, isSecret && isSet ? `${value ?? ""}${isNew ? " (new)" : " (set)"}`.trim() : value];
  });
  return {
    source: source === "environment" && !isInEnvironment ? "unset" : source,
    ...Object.fromEntries(shown),
  };
}
