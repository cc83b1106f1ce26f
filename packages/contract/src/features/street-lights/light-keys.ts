import { outputKinds, type OutputTarget, outputTarget } from "../devices/output-kinds.ts";

/** Names of street lights in commands, in metrics and in the configuration. No schema library here: screens import it. */

const { numbers } = outputKinds.street_light;
export type LightNumber = (typeof numbers)[number];
/** A light in the section `streetLights` of a configuration. */
export type LightKey = `light${LightNumber}`;

export function lightKey(light: LightNumber): LightKey {
  return `light${light}`;
}

/** The light that a key of the section is about; undefined: it is about the place. */
export function targetOfKey(key: string): OutputTarget<"street_light"> | undefined {
  const number = numbers.find((one) => lightKey(one) === key);
  return number === undefined ? undefined : outputTarget("street_light", number);
}

/** The key of a light by its target; undefined for another output. */
export function keyOfTarget(target: string): LightKey | undefined {
  const number = numbers.find((one) => outputTarget("street_light", one) === target);
  return number === undefined ? undefined : lightKey(number);
}
