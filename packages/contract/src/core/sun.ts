/** Where the sun stands: NOAA's solar calculator, after Meeus, "Astronomical Algorithms" (2nd ed., 1998), chapter 25. */

const radians = Math.PI / 180;
const degrees = 180 / Math.PI;

export interface SunPosition {
  /** Angle above the horizon without refraction, degrees; negative at night. */
  elevationDeg: number;
  /** Clockwise from north, degrees in [0, 360). */
  azimuthDeg: number;
  /** Sunlight outside the atmosphere on a surface facing the sun. */
  extraterrestrialWPerM2: number;
}

/** The sun's centre is this far below the horizon at sunrise and sunset: refraction and its radius. */
export const sunsetElevationDeg = -0.833;
const solarConstantWPerM2 = 1361;

/**
 * Position of the sun, good to about 0.01 degrees between 1900 and 2100.
 * @param latitudeDeg Positive north.
 * @param longitudeDeg Positive east.
 * @see https://gml.noaa.gov/grad/solcalc/calcdetails.html
 */
export function sunPosition(atMs: number, latitudeDeg: number, longitudeDeg: number): SunPosition {
  const century = (atMs / 86_400_000 + 2_440_587.5 - 2_451_545) / 36_525;
  const meanLongitude = (280.46646 + century * (36_000.76983 + century * 0.0003032)) % 360;
  const meanAnomaly = (357.52911 + century * (35_999.05029 - 0.0001537 * century)) * radians;
  const eccentricity = 0.016708634 - century * (0.000042037 + 0.0000001267 * century);
  const centre =
    Math.sin(meanAnomaly) * (1.914602 - century * (0.004817 + 0.000014 * century)) +
    Math.sin(2 * meanAnomaly) * (0.019993 - 0.000101 * century) +
    Math.sin(3 * meanAnomaly) * 0.000289;
  const distanceAu =
    (1.000001018 * (1 - eccentricity * eccentricity)) / (1 + eccentricity * Math.cos(meanAnomaly + centre * radians));
  const node = (125.04 - 1934.136 * century) * radians;
  const apparentLongitude = (meanLongitude + centre - 0.00569 - 0.00478 * Math.sin(node)) * radians;
  const obliquity =
    (23 + (26 + (21.448 - century * (46.815 + century * (0.00059 - century * 0.001813))) / 60) / 60) * radians +
    0.00256 * radians * Math.cos(node);
  const declination = Math.asin(Math.sin(obliquity) * Math.sin(apparentLongitude));

  const y = Math.tan(obliquity / 2) ** 2;
  const l0 = meanLongitude * radians;
  const equationOfTimeMin =
    4 *
    degrees *
    (y * Math.sin(2 * l0) -
      2 * eccentricity * Math.sin(meanAnomaly) +
      4 * eccentricity * y * Math.sin(meanAnomaly) * Math.cos(2 * l0) -
      0.5 * y * y * Math.sin(4 * l0) -
      1.25 * eccentricity * eccentricity * Math.sin(2 * meanAnomaly));
  const utcMinutes = (((atMs % 86_400_000) + 86_400_000) % 86_400_000) / 60_000;
  const hourAngle = ((utcMinutes + equationOfTimeMin + 4 * longitudeDeg) / 4 - 180) * radians;

  const latitude = latitudeDeg * radians;
  const sinElevation =
    Math.sin(latitude) * Math.sin(declination) + Math.cos(latitude) * Math.cos(declination) * Math.cos(hourAngle);
  const azimuth = Math.atan2(
    Math.sin(hourAngle),
    Math.cos(hourAngle) * Math.sin(latitude) - Math.tan(declination) * Math.cos(latitude),
  );
  return {
    elevationDeg: Math.asin(Math.min(1, Math.max(-1, sinElevation))) * degrees,
    azimuthDeg: (azimuth * degrees + 540) % 360,
    extraterrestrialWPerM2: solarConstantWPerM2 / (distanceAu * distanceAu),
  };
}
