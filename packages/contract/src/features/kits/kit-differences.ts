import { defaultReserveSoc } from "../forecast/default-reserve.ts";

/** What a container takes from its kit. Apart from the schema, so that screens need not load it. */
export const kitTaken = ["pvWp", "reserveSoc"] as const;
type Figure = (typeof kitTaken)[number];
type Taken = Readonly<Record<Figure, number | null>>;

/** What counts: a container without a reserve of its own has the usual one. Null: nothing is known. */
export function inForce(of: Taken, figure: Figure): number | null {
  return of[figure] ?? (figure === "reserveSoc" ? defaultReserveSoc : null);
}

/** What would be another in force; what is written in other words, but counts alike, is no difference. */
export function kitDifferences(has: Taken, wanted: Taken): Figure[] {
  return kitTaken.filter((figure) => inForce(has, figure) !== inForce(wanted, figure));
}
