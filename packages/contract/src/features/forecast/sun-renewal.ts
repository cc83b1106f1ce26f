/** After how long a forecast of the sun is fetched again, ms: models run every one to six hours, and Solcast allows a hobbyist ten requests a day. */
export const sunRenewedMs = 3 * 3_600_000;
