import { worldPx } from "./projection.ts";

/** A length that a scale shows. */
export interface Scale {
  metres: number;
  /** Its width on the screen. */
  px: number;
}

const equatorM = 40_075_016.686;

/** The longest of 1, 2, 3 or 5 times a power of ten that is not wider than allowed, at the middle of a view. */
export function scaleFor({ lat, zoom, mostPx }: { lat: number; zoom: number; mostPx: number }): Scale {
  const metresPerPx = (equatorM * Math.cos((lat * Math.PI) / 180)) / (worldPx * 2 ** zoom);
  const most = metresPerPx * mostPx;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [5, 3, 2, 1].find((times) => times * power <= most) ?? 1;
  const metres = step * power;
  return { metres, px: metres / metresPerPx };
}
