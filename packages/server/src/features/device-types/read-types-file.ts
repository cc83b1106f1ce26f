import type { DeviceTypeImport } from "@offgrid/contract/device-types/device-types.calls";
import { DeviceTypeInput, parameterSentences } from "@offgrid/contract/device-types/device-types.schema";
import {
  faultsOfParameters,
  mostParameters,
  nameWithNumber,
  type ParameterFault,
} from "@offgrid/contract/device-types/parameters";
import { findMetric, units } from "@offgrid/contract/telemetry/metrics";
import { typeInputOf, TypesFile } from "@offgrid/contract/device-types/types-file.schema";
import { type Document, LineCounter, parseDocument, type YAMLError } from "yaml";
import type { z } from "zod";

import { FilePlaces, type Path } from "./file-places.ts";

type Fault = DeviceTypeImport["faults"][number];
type Model = z.output<typeof TypesFile>["models"][number];

/** A type of a file. */
export interface TypeInFile {
  type: DeviceTypeInput;
  /** Where it begins, from 1. */
  line: number;
  /** Where its figures and its parameters stand, by name. */
  lines: ReadonlyMap<string, number>;
}

export interface ReadTypes {
  types: TypeInFile[];
  /** Where there are any, there are no types. */
  faults: Fault[];
}

/** Of a fault that is in no type. */
export const nowhere = { type: null, parameter: null, field: null, value: null, allowed: [] };

/** Further faults are mostly consequences of the first ones. */
const shownFaults = 50;
/** Of what a fault repeats from the file, in characters. */
const shownText = 200;
const shownValue = 40;
const shownAllowed = 40;
/** What a text may refer to itself, which is how a short one becomes a long one. */
const mostAliases = 20;

/** Reads a file of device types: one model, a list, or an object with the list `models`, in JSON or YAML. */
export function readTypesFile(text: string): ReadTypes {
  const lines = new LineCounter();
  // Keys that are there twice are found in one pass below: the parser compares each with each.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const places = new FilePlaces(document, lines);
  const faults =
    document.errors.length > 0
      ? document.errors.slice(0, shownFaults).map((error) => syntaxFault(places, error, text))
      : faultsOfForm(places);
  const content = faults.length > 0 ? undefined : contentOf(document);
  if (faults.length === 0 && !content)
    faults.push({ line: 1, path: "", fault: "syntax", text: "The file cannot be read.", ...nowhere });
  return content && faults.length === 0 ? new ContentReader(content, places).read() : { types: [], faults };
}

function faultsOfForm({ isDeep, twice, unfit, aliases }: FilePlaces): Fault[] {
  if (isDeep) return [{ line: 1, path: "", fault: "deep", text: "The file is nested too deep.", ...nowhere }];
  if (aliases > mostAliases)
    return [{ line: 1, path: "", fault: "syntax", text: "The file refers to itself too often.", ...nowhere }];
  const keys = [
    ...twice.map((line): Fault => ({ line, path: "", fault: "twice", text: "This is there already.", ...nowhere })),
    ...unfit.map((line): Fault => ({
      line,
      path: "",
      fault: "unknown",
      text: "Nothing may have this name.",
      ...nowhere,
    })),
  ];
  return keys.toSorted((one, other) => one.line - other.line).slice(0, shownFaults);
}

/** What the parser of a text has to say, in kinds that people know: its own words are of its own rules. */
function syntaxFault(places: FilePlaces, { code, message, pos: [offset] }: YAMLError, text: string): Fault {
  const isJson = /^\s*[{[]/.test(text);
  const isIndent = code === "BAD_INDENT" || code === "TAB_AS_INDENT" || code === "BLOCK_IN_FLOW";
  const fault = isIndent && !isJson ? "syntax_indent" : isIndent || isGap(code) ? "syntax_missing" : "syntax";
  const before = text.slice(0, offset).trimEnd().split("\n").at(-1)?.trim() ?? "";
  const value = before === "" ? null : before.slice(-shownValue);
  return { line: places.lineOf(offset), path: "", fault, text: message.slice(0, shownText), ...nowhere, value };
}

/** Something has to stand there that does not. */
const isGap = (code: string) => ["MISSING_CHAR", "UNEXPECTED_TOKEN", "BLOCK_AS_IMPLICIT_KEY"].includes(code);

/** Reads what a file says, once its form is right. */
class ContentReader {
  readonly #content: Content;
  readonly #places: FilePlaces;
  readonly #types: TypeInFile[] = [];
  readonly #faults: Fault[] = [];

  constructor(content: Content, places: FilePlaces) {
    this.#content = content;
    this.#places = places;
  }

  read(): ReadTypes {
    const read = TypesFile.safeParse(this.#content.value);
    if (!read.success) for (const issue of read.error.issues.slice(0, shownFaults)) this.#noteIssue(issue);
    const ids = new Set<string>();
    for (const [place, model] of read.data?.models.entries() ?? []) {
      if (this.#faults.length >= shownFaults) break;
      this.#readModel(["models", place], model);
      if (ids.has(model.model))
        this.#note(["models", place, "model"], "twice", "Another model of the file has this id.");
      ids.add(model.model);
    }
    const faults = this.#faults.slice(0, shownFaults);
    return { types: faults.length > 0 ? [] : this.#types, faults };
  }

  #readModel(at: Path, model: Model): void {
    const typed = typeInputOf(model);
    const checked = DeviceTypeInput.safeParse(typed);
    const names = Object.keys(model.points);
    const parameters = names.length > mostParameters ? [tooManyParameters] : wrongParameters(typed);
    const wrong = [...parameters, ...wrongFigures(checked.error?.issues ?? [])];
    for (const { path, fault, text, allowed } of wrong.slice(0, shownFaults))
      this.#note([...at, ...pathInFile(path, names)], fault, text, allowed);
    if (!checked.success) return;
    const figures = Object.keys(model).map((name) => [name, this.#lineAt([...at, name])] as const);
    const points = names.map((name) => [name, this.#lineAt([...at, "points", name])] as const);
    this.#types.push({ type: checked.data, line: this.#lineAt(at), lines: new Map([...figures, ...points]) });
  }

  #noteIssue(issue: z.core.$ZodIssue): void {
    const path = issue.path as Path;
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys.slice(0, shownFaults))
        this.#note([...path, key], "unknown", "This is not known here; check its spelling.");
      return;
    }
    if (path.length === 0) return this.#note(path, "not_types", "This is no file of types.");
    const isMissing = valueAt(this.#content.value, path) === undefined;
    const allowed = issue.code === "invalid_value" ? issue.values.map(String) : [];
    this.#note(path, isMissing ? "full" : "value", issue.message, allowed);
  }

  #note(path: Path, fault: Fault["fault"], text: string, allowed: readonly string[] = []): void {
    const shown = { path: path.join(".").slice(0, shownText), text: text.slice(0, shownText) };
    const of = { ...this.#placeOf(path), allowed: allowed.slice(0, shownAllowed) };
    this.#faults.push({ line: this.#lineAt(path), fault, ...shown, ...of });
  }

  /** Where it is, as people know it: the type by its name, the parameter, the field, and what stands there. */
  #placeOf(path: Path): Pick<Fault, "type" | "parameter" | "field" | "value"> {
    const [list, place, first, second] = path;
    const isOfType = list === "models" && place !== undefined;
    const model = isOfType ? valueAt(this.#content.value, [list, place]) : undefined;
    const { name, model: id } = (typeof model === "object" && model !== null ? model : {}) as Record<string, unknown>;
    const called = [name, id].find((one): one is string => typeof one === "string" && one.trim() !== "");
    const isOfPoint = isOfType && first === "points" && second !== undefined;
    const fields = path.slice(isOfPoint ? 4 : isOfType ? 2 : 0).map((key) => String(key).slice(0, shownValue));
    const value = valueAt(this.#content.value, path);
    const isShown = ["string", "number", "boolean"].includes(typeof value);
    return {
      type: called === undefined ? null : called.slice(0, shownValue),
      parameter: isOfPoint ? String(second).slice(0, shownValue) : null,
      field: fields.length === 0 ? null : fields.join("."),
      value: isShown ? String(value).slice(0, shownValue) : null,
    };
  }

  #lineAt(path: Path): number {
    return this.#places.lineAt(this.#content.pathOf(path));
  }
}

interface Wrong extends Pick<Fault, "fault" | "text"> {
  /** Within the type. */
  path: Path;
  allowed?: readonly string[];
}

/** Asked for themselves: the schema of a type says nothing of the others where one is not even of the right type. */
function wrongParameters({ parameters }: ReturnType<typeof typeInputOf>): Wrong[] {
  return Object.entries(faultsOfParameters(parameters)).map(([path, fault]) => ({
    path: ["parameters", ...path.split(".")],
    fault,
    text: parameterSentences[fault],
    allowed: allowedFor(fault, parameters[Number(path.split(".")[0])]?.name ?? ""),
  }));
}

/** What might stand in the place of what is wrong. */
function allowedFor(fault: ParameterFault, name: string): readonly string[] {
  const known = findMetric(nameWithNumber(name, 1));
  if (fault === "unit") return known ? [known.unit] : units;
  if (fault === "unit_other") return known ? [known.unit] : [];
  return fault === "kind_other" && known ? [known.kind] : [];
}

const tooManyParameters: Wrong = {
  path: ["parameters"],
  fault: "value",
  text: `A type has at most ${mostParameters} parameters.`,
};

function wrongFigures(issues: readonly z.core.$ZodIssue[]): Wrong[] {
  const others = issues.filter(({ path }) => path[0] !== "parameters");
  const faultOf = ({ path: [first], code }: z.core.$ZodIssue) =>
    first === "id" ? "id" : code === "too_big" || code === "too_small" ? "length" : "value";
  return others.map((issue) => ({ path: issue.path as Path, fault: faultOf(issue), text: issue.message }));
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key], value);
}

/** What the file says as an object with `models`, and where a path of that object is in the file. */
interface Content {
  value: unknown;
  pathOf: (path: Path) => Path;
}

function contentOf(document: Document): Content | undefined {
  try {
    const value: unknown = document.toJS({ maxAliasCount: mostAliases });
    if (Array.isArray(value)) return { value: { models: value }, pathOf: (path) => path.slice(1) };
    const isOne = typeof value === "object" && value !== null && "model" in value;
    return isOne ? { value: { models: [value] }, pathOf: (path) => path.slice(2) } : { value, pathOf: (path) => path };
  } catch {
    return undefined;
  }
}

const fieldsInFile: Record<string, Path> = {
  id: ["model"],
  model: ["announced"],
  "register.address": ["at", "address"],
  "register.format": ["as"],
  access: ["write"],
};

/** The path in the file of a value of a type. @param names Of the points. */
function pathInFile([first = "", place, ...rest]: Path, names: readonly string[]): Path {
  if (first !== "parameters") return fieldsInFile[first] ?? [first];
  if (place === undefined) return ["points"];
  const name = names[Number(place)] ?? "";
  if (rest[0] === "name") return ["points", name];
  return ["points", name, ...(fieldsInFile[rest.join(".")] ?? rest)];
}
