/**
 * What an air conditioner is set to. It is a value like that of any output, so it is one word that can be compared and
 * stored: `off`, or `cool 24.5 60` for the mode, the set point in °C and the fan in percent. No schema library here: screens
 * import it whole.
 */

/** In the order of the values that `ac.mode` may have. */
export const acModes = ["off", "cool", "heat", "fan", "dry", "auto"] as const;
export type AcMode = (typeof acModes)[number];
export type AcRunMode = Exclude<AcMode, "off">;
export const acRunModes = acModes.filter((mode): mode is AcRunMode => mode !== "off");

export interface AcRun {
  mode: AcRunMode;
  /** The temperature that it keeps, °C, in steps of half a degree. */
  setpointDegC: number;
  /** Percent. */
  fan: number;
}
export type AcSetting = { mode: "off" } | AcRun;

export const acLimits = {
  /** From frost to what no room needs. */
  setpointDegC: { from: 8, to: 32, step: 0.5 },
  fan: { from: 10, to: 100 },
} as const;

export const acOff = "off";

export function acWord(setting: AcSetting): string {
  return setting.mode === "off" ? acOff : `${setting.mode} ${setting.setpointDegC} ${setting.fan}`;
}

/** @returns undefined for a word that is no setting. */
export function readAcWord(word: string): AcSetting | undefined {
  if (word === acOff) return { mode: "off" };
  const [modeText, setpointText, fanText, ...rest] = word.split(" ");
  const mode = acRunModes.find((one) => one === modeText);
  if (!mode || !isNumber(setpointText) || !isNumber(fanText) || rest.length > 0) return undefined;
  return { mode, setpointDegC: Number(setpointText), fan: Number(fanText) };
}

function isNumber(text: string | undefined): text is string {
  return text !== undefined && /^-?\d{1,4}(\.\d{1,2})?$/.test(text);
}

/** What is set by what a unit says of itself; undefined: it does not tell. The set point counts to half a degree. */
export function acWordBy(mode: number, setpointDegC?: number, fan?: number): string | undefined {
  const known = acModes[Math.round(mode)];
  if (known === undefined) return undefined;
  if (known === "off") return acOff;
  if (setpointDegC === undefined || fan === undefined) return undefined;
  return acWord({ mode: known, setpointDegC: Math.round(setpointDegC * 2) / 2, fan: Math.round(fan) });
}

/** May its compressor run? One that was stopped a moment ago must not be started: it would do so against its own pressure. */
export function hasCompressor(word: string): boolean {
  const mode = readAcWord(word)?.mode;
  return mode !== undefined && mode !== "off" && mode !== "fan";
}

/** What a controller announces beside `ac` for each mode that its unit can. */
export function acModeCapability(mode: AcRunMode): string {
  return `ac.${mode}`;
}

/** What a unit can by what its controller announces, off first. Where none is named, each has to be tried. */
export function acModesOf(capabilities: readonly string[]): AcMode[] {
  const named = acRunModes.filter((mode) => capabilities.includes(acModeCapability(mode)));
  return ["off", ...(named.length > 0 ? named : acRunModes)];
}
