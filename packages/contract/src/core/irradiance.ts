/** From the sun's position and the cloud cover to the light that falls on a tilted panel. */
import type { SunPosition } from "./sun.ts";

const radians = Math.PI / 180;
const groundAlbedo = 0.2;

export interface PanelPlane {
  /** From the horizontal, degrees. */
  tiltDeg: number;
  /** Direction it faces, clockwise from north, degrees. */
  azimuthDeg: number;
}

/** Panels in the usual position: towards the equator, tilted by the latitude. */
export function usualPanels({ latitudeDeg }: { latitudeDeg: number }): PanelPlane {
  return { tiltDeg: Math.min(50, Math.max(10, Math.abs(latitudeDeg))), azimuthDeg: latitudeDeg >= 0 ? 180 : 0 };
}

/**
 * Global irradiance on a horizontal surface under a clear sky, W/m2; 0 while the sun is down.
 * @see B. Haurwitz, "Insolation in relation to cloudiness and cloud density", J. Meteorology 2 (1945); J. Stein,
 * C. Hansen, M. Reno, SAND2012-2389, which finds it the best of the simple models.
 */
export function clearSkyWPerM2(elevationDeg: number): number {
  if (elevationDeg <= 0) return 0;
  const cosZenith = Math.sin(elevationDeg * radians);
  return 1098 * cosZenith * Math.exp(-0.057 / cosZenith);
}

/**
 * Share of the clear-sky light that comes through clouds.
 * @param cover Covered share of the sky, 0..1.
 * @returns 1 under a clear sky down to 0.25 under an overcast one.
 * @see F. Kasten, G. Czeplak, "Solar and terrestrial radiation dependent on the amount and type of cloud",
 * Solar Energy 24 (1980).
 */
export function cloudTransmission(cover: number): number {
  return 1 - 0.75 * cover ** 3.4;
}

/**
 * Diffuse share of the global irradiance, 0..1.
 * @param clearness Global irradiance over that outside the atmosphere on the same horizontal surface.
 * @see D. Erbs, S. Klein, J. Duffie, Solar Energy 28 (1982).
 */
export function diffuseShare(clearness: number): number {
  const k = Math.min(1, Math.max(0, clearness));
  if (k <= 0.22) return 1 - 0.09 * k;
  if (k > 0.8) return 0.165;
  return 0.9511 + k * (-0.1604 + k * (4.388 + k * (-16.638 + k * 12.336)));
}

/**
 * Irradiance on a tilted panel, W/m2, never negative: beam, isotropic sky and ground (Liu and Jordan, Solar Energy 4,
 * 1960).
 * @param globalWPerM2 Global irradiance on the horizontal; 0 gives 0.
 */
export function planeIrradianceWPerM2(globalWPerM2: number, sun: SunPosition, plane: PanelPlane): number {
  if (globalWPerM2 <= 0 || sun.elevationDeg <= 0) return 0;
  const cosZenith = Math.sin(sun.elevationDeg * radians);
  const diffuse = globalWPerM2 * diffuseShare(globalWPerM2 / (sun.extraterrestrialWPerM2 * cosZenith));
  // Near the horizon the division magnifies a small error; no beam is stronger than the light outside the atmosphere.
  const beam = Math.min((globalWPerM2 - diffuse) / cosZenith, sun.extraterrestrialWPerM2);
  const tilt = plane.tiltDeg * radians;
  const cosIncidence =
    cosZenith * Math.cos(tilt) +
    Math.cos(sun.elevationDeg * radians) * Math.sin(tilt) * Math.cos((sun.azimuthDeg - plane.azimuthDeg) * radians);
  return (
    beam * Math.max(0, cosIncidence) +
    (diffuse * (1 + Math.cos(tilt))) / 2 +
    (globalWPerM2 * groundAlbedo * (1 - Math.cos(tilt))) / 2
  );
}
