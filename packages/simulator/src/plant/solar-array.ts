/** Panels and their chargers. */

export interface ArrayDesign {
  /** Power of the panels under standard test conditions. */
  peakW: number;
  tiltDeg: number;
  azimuthDeg: number;
  /** Chargers that share the panels. */
  chargers: number;
  /** Output limit of all chargers together. */
  limitW: number;
}

/** Loss of power per degree above 25 degC; crystalline silicon, data sheets give 0.0034 to 0.0040. */
const temperatureCoefficient = -0.0037;
/** Dust, wiring, mismatch and the chargers' own loss together. */
const derating = 0.88;

/**
 * Panel temperature in degC.
 * @see D. Faiman, "Assessing the outdoor operating temperature of photovoltaic modules", Prog. Photovolt. 16 (2008);
 * U0 and U1 are his means.
 */
export function panelDegC(planeWPerM2: number, ambientDegC: number, windMPerS: number): number {
  return ambientDegC + planeWPerM2 / (25 + 6.84 * windMPerS);
}

/** What the chargers could deliver now, W at their output, 0 to their limit; the system decides how much it takes. */
export function availableSolarW(array: ArrayDesign, planeWPerM2: number, panelTemperatureDegC: number): number {
  const power =
    array.peakW * derating * (planeWPerM2 / 1000) * (1 + temperatureCoefficient * (panelTemperatureDegC - 25));
  return Math.min(array.limitW, Math.max(0, power));
}
