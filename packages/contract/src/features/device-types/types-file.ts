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
export const fileFaults = [
  "not_text",
  "not_types",
  "syntax_missing",
  "syntax_indent",
  "syntax",
  "id",
  "length",
  "deep",
  "heavy",
  "twice",
  "unknown",
  "full",
  "value",
] as const;
export type FileFault = (typeof fileFaults)[number];

/** Is this a text at all, and not a picture or another file that was read as one? */
export function isText(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- those that texts do not have are meant
  return !/[\u0000-\u0008\u000E-\u001F\uFFFD]/.test(text);
}

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

export const fileFormats = ["json", "yaml"] as const;
export type FileFormat = (typeof fileFormats)[number];

/** A file with these types. */
export function writeTypes(types: readonly TypeInFile[], format: FileFormat = "json"): string {
  const models = types.map(modelOf);
  if (format === "json") return `${JSON.stringify({ models }, undefined, 2)}\n`;
  return `models:\n${models.map(yamlOf).join("")}`;
}

/** Words that YAML would read as something else than a text. */
const noText = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** A value in one line: what stands in quotes in JSON is a text in YAML too. */
function inline(value: unknown): string {
  if (typeof value === "string")
    return /^[A-Za-z][A-Za-z0-9_.-]*$/.test(value) && !noText.test(value) ? value : JSON.stringify(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${key}: ${inline(inner)}`)
    .join(", ")} }`;
}

function yamlOf({ points, ...figures }: FileModel): string {
  const lines = Object.entries(figures).map(([key, value]) => `${key}: ${inline(value)}`);
  const shown = Object.entries(points).map(([name, point]) => `  ${inline(name)}: ${inline(point)}`);
  const all = [...lines, shown.length === 0 ? "points: {}" : "points:", ...shown];
  return all.map((line, place) => `${place === 0 ? "  - " : "    "}${line}\n`).join("");
}

export function formatOf(as: string, words: FilePoint["words"]): RegisterFormat {
  return (words === "low-first" ? `${as}${lowFirst}` : as) as RegisterFormat;
}
