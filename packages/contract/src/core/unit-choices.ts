/** The units among which people choose, for what screens show and take. No schema library here: screens import it whole. */
export const unitChoices = { temperature: ["degC", "degF"], wind: ["m/s", "km/h", "mph"] } as const;
export type UnitChoice = keyof typeof unitChoices;
export type ShownUnits = { readonly [Name in UnitChoice]: (typeof unitChoices)[Name][number] };

export const usualUnits: ShownUnits = { temperature: "degC", wind: "m/s" };

/** What somebody has chosen, as far as it is among the choices. @param usual Of the others. */
export function unitsOr(usual: ShownUnits, chosen: unknown): ShownUnits {
  const given: Partial<Record<UnitChoice, unknown>> = typeof chosen === "object" && chosen !== null ? chosen : {};
  return {
    temperature: unitChoices.temperature.find((unit) => unit === given.temperature) ?? usual.temperature,
    wind: unitChoices.wind.find((unit) => unit === given.wind) ?? usual.wind,
  };
}
