import type { DeviceParameter, RegisterFormat } from "./parameters.ts";

/**
 * The file of device types: how a type is written in it. No schema library here: screens import it whole. What is read
 * is checked by `types-file.schema.ts`.
 */

/** In characters. */
export const longestFile = 300_000;
/** Of the call that brings it: a character may take six bytes in JSON, and what the preview had comes with it. */
export const fileCallBytes = 6 * longestFile + 64 * 1024;
export const mostFileTypes = 100;

/** What can be wrong in a file, beyond what can be wrong in a parameter. */
export const fileFaults = ["syntax", "deep", "heavy", "twice", "unknown", "full", "value"] as const;
export type FileFault = (typeof fileFaults)[number];

interface FileRegister {
  area: string;
  address: number;
}

/** A parameter, under its name. */
export interface FilePoint {
  at?: FileRegister;
  as?: string;
  words?: "high-first" | "low-first";
  scale?: number;
  unit: string;
  kind: string;
  write?: true;
}

export interface FileModel {
  model: string;
  name: string;
  maker: string;
  /** As devices announce it; left out: any of this maker. */
  announced?: string;
  kind: string;
  points: Record<string, FilePoint>;
}

interface TypeInFile {
  id: string;
  name: string;
  maker: string;
  model: string | null;
  kind: string;
  parameters: readonly DeviceParameter[];
}

const lowFirst = "_low_first";

export function pointOf({ unit, scale, register, kind, access }: DeviceParameter): FilePoint {
  const at = register && { area: register.area, address: register.address };
  return {
    ...(at && { at, as: register.format.replace(lowFirst, "") }),
    ...(register?.format.endsWith(lowFirst) && { words: "low-first" as const }),
    ...(scale !== 1 && { scale }),
    unit,
    kind,
    ...(access === "read_write" && { write: true as const }),
  };
}

export function modelOf({ id, name, maker, model, kind, parameters }: TypeInFile): FileModel {
  return {
    model: id,
    name,
    maker,
    ...(model !== null && { announced: model }),
    kind,
    points: Object.fromEntries(parameters.map((parameter) => [parameter.name, pointOf(parameter)])),
  };
}

/** A file with these types, in JSON. */
export function writeTypes(types: readonly TypeInFile[]): string {
  return `${JSON.stringify({ models: types.map(modelOf) }, undefined, 2)}\n`;
}

export function formatOf(as: string, words: FilePoint["words"]): RegisterFormat {
  return (words === "low-first" ? `${as}${lowFirst}` : as) as RegisterFormat;
}
