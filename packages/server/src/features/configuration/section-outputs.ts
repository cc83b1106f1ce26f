import { Automations, missingOutputs, outputsTurnedOnBy } from "@offgrid/contract/automations/automations.schema";
import { relayOfKey } from "@offgrid/contract/devices/relay-times";
import { type ConfigDoc, type ConfigSection, isSameValue } from "@offgrid/contract/configuration/config-doc";
import { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";
import { outputTarget } from "@offgrid/contract/devices/output-kinds";
import { phaseTarget } from "@offgrid/contract/phase-control/phase-bounds";
import { PhaseControl } from "@offgrid/contract/phase-control/phase-control.schema";
import { targetOfKey } from "@offgrid/contract/street-lights/light-keys";

type Faults = Record<string, string>;

/**
 * What names an output that the container does not have, by path, such as `loadProtection.loads.0.target`. What was wanted
 * already and stays as it is does not count: equipment that was taken out must not keep people from changing the rest.
 * @param before What is wanted now.
 * @param targets The outputs of the container.
 */
export function missingOutputsOf(sections: ConfigDoc, before: ConfigDoc, targets: readonly string[]): Faults {
  const changed = changesIn(sections, before);
  return {
    ...missingLoads(LoadProtection.shape.loads.safeParse(changed["loadProtection"]?.["loads"]).data ?? [], targets),
    ...missingPhases(PhaseControl.shape.phases.safeParse(changed["phases"]?.["phases"]).data ?? [], targets),
    ...missingLights(Object.keys(changed["streetLights"] ?? {}), targets),
    ...missingAirConditioner(Object.keys(changed["ac"] ?? {}), targets),
    ...missingRelays(changed["relays"] ?? {}, targets),
    ...missingInAutomations(Automations.safeParse(changed["automations"] ?? {}).data ?? {}, targets),
  };
}

/** The outputs that may be switched on by what is asked for now and was not before. */
export function outputsTurnedOn(sections: ConfigDoc, before: ConfigDoc): string[] {
  const changed = changesIn(sections, before);
  const automations = Automations.safeParse(changed["automations"] ?? {}).data ?? {};
  const lights = Object.keys(changed["streetLights"] ?? {}).flatMap((key) => targetOfKey(key) ?? []);
  const ac = Object.keys(changed["ac"] ?? {}).length > 0 ? [outputTarget("ac", 1)] : [];
  return [...Object.values(automations).flatMap(outputsTurnedOnBy), ...lights, ...ac];
}

function changesIn(sections: ConfigDoc, before: ConfigDoc): ConfigDoc {
  return Object.fromEntries(
    Object.entries(sections).map(([name, keys]) => [
      name,
      Object.fromEntries(Object.entries(keys).filter(([key, value]) => !isSameValue(value, before[name]?.[key]))),
    ]),
  );
}

function missingLoads(loads: LoadProtection["loads"], targets: readonly string[]): Faults {
  const faults = loads.flatMap(({ target }, place) =>
    targets.includes(target)
      ? []
      : [[`loadProtection.loads.${place}.target`, "This container has no such output."] as const],
  );
  return Object.fromEntries(faults);
}

function missingPhases(phases: PhaseControl["phases"], targets: readonly string[]): Faults {
  const faults = phases.flatMap(({ id }, place) =>
    targets.includes(phaseTarget(id))
      ? []
      : [[`phases.phases.${place}.id`, "This container has no such phase."] as const],
  );
  return Object.fromEntries(faults);
}

function missingLights(keys: readonly string[], targets: readonly string[]): Faults {
  const missing = keys.filter((key) => {
    const target = targetOfKey(key);
    return target !== undefined && !targets.includes(target);
  });
  return Object.fromEntries(missing.map((key) => [`streetLights.${key}`, "This container has no such street light."]));
}

function missingRelays(section: ConfigSection, targets: readonly string[]): Faults {
  const missing = Object.keys(section).filter((key) => {
    const found = relayOfKey(key);
    return found !== undefined && !targets.includes(found.target);
  });
  return Object.fromEntries(missing.map((key) => [`relays.${key}`, "This container has no such relay."]));
}

function missingAirConditioner(keys: readonly string[], targets: readonly string[]): Faults {
  if (targets.includes(outputTarget("ac", 1))) return {};
  const text = "This container has no air conditioner that can be set.";
  return Object.fromEntries(keys.map((key) => [`ac.${key}`, text]));
}

function missingInAutomations(automations: Automations, targets: readonly string[]): Faults {
  return Object.fromEntries(
    Object.entries(automations).flatMap(([id, automation]) =>
      Object.entries(missingOutputs(automation, targets)).map(([path, fault]) => [`automations.${id}.${path}`, fault]),
    ),
  );
}
