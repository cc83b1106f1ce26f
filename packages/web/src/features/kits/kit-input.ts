import type { Kit } from "./kits.data.ts";

/** The figures of a kit in the order of its form, each with what one unit of the form is in the kit, and its limits there. */
export const kitFigures = {
  pvWp: { unit: 1_000, most: 10_000_000 },
  batteryWh: { unit: 1_000, most: 100_000_000 },
  inverterW: { unit: 1_000, most: 10_000_000 },
  panels: { unit: 1, most: 100_000, isWhole: true },
  strings: { unit: 1, most: 10_000, isWhole: true },
  reserveSoc: { unit: 1, most: 100, isZeroFine: true },
  maxLoadW: { unit: 1_000, most: 10_000_000 },
} as const;
export type KitFigure = keyof typeof kitFigures;
export const kitFigureNames = Object.keys(kitFigures) as KitFigure[];
export const kitUnits = {
  pvWp: "W",
  batteryWh: "Wh",
  inverterW: "W",
  panels: "count",
  strings: "count",
  reserveSoc: "percent",
  maxLoadW: "W",
} as const satisfies Record<KitFigure, string>;
export type TypedKit = Record<KitFigure, string>;

type Limits = { unit: number; most: number; isWhole?: true; isZeroFine?: true };

/** The figure in a text; null: none is typed; undefined: it cannot be. */
export function figureIn(name: KitFigure, text: string): number | null | undefined {
  if (text.trim() === "") return null;
  const { unit, most, isWhole, isZeroFine }: Limits = kitFigures[name];
  const figure = Number(text.trim().replace(",", ".")) * unit;
  const isRight = figure <= most && (isZeroFine ? figure >= 0 : figure > 0) && (!isWhole || Number.isInteger(figure));
  return isRight ? figure : undefined;
}

/** What a kit says of a figure. */
export function figureOf(kit: Pick<Kit, "limits"> & Partial<Kit>, name: KitFigure): number | null {
  return (name === "reserveSoc" || name === "maxLoadW" ? kit.limits[name] : kit[name]) ?? null;
}

export function typedKit(kit: Kit | undefined): TypedKit {
  return Object.fromEntries(
    kitFigureNames.map((name) => {
      const figure = kit && figureOf(kit, name);
      return [name, typeof figure === "number" ? String(figure / kitFigures[name].unit) : ""];
    }),
  ) as TypedKit;
}

/** The figures as the portal keeps them. @param typed Without what is wrong. */
export function readKit(typed: TypedKit) {
  const figure = (name: KitFigure) => figureIn(name, typed[name]) ?? null;
  return {
    pvWp: figure("pvWp"),
    batteryWh: figure("batteryWh"),
    inverterW: figure("inverterW"),
    panels: figure("panels"),
    strings: figure("strings"),
    limits: { reserveSoc: figure("reserveSoc"), maxLoadW: figure("maxLoadW") },
  };
}
