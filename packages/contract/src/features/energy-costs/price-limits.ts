/** The most that prices and the use of fuel may be. No schema library here: screens import it. */
export const priceLimits = {
  fuelPricePerLitre: 1_000_000,
  litresPerHour: 1_000,
  litresPerKwh: 10,
  gridPricePerKwh: 1_000_000,
} as const;
