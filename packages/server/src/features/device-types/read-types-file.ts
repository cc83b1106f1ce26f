import type { DeviceTypeImport } from "@offgrid/contract/device-types/device-types.calls";
import { DeviceTypeInput, parameterSentences } from "@offgrid/contract/device-types/device-types.schema";
import { faultsOfParameters, mostParameters } from "@offgrid/contract/device-types/parameters";
import { typeInputOf, TypesFile } from "@offgrid/contract/device-types/types-file.schema";
import { type Document, LineCounter, parseDocument } from "yaml";
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

/** Further faults are mostly consequences of the first ones. */
const shownFaults = 50;
/** Of what a fault repeats from the file, in characters. */
const shownText = 200;
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
      ? document.errors.slice(0, shownFaults).map(({ message, pos: [offset] }) => syntaxFault(places, offset, message))
      : faultsOfForm(places);
  const content = faults.length > 0 ? undefined : contentOf(document);
  if (faults.length === 0 && !content) faults.push(syntaxFault(places, 0, "The file cannot be read."));
  return content && faults.length === 0 ? new ContentReader(content, places).read() : { types: [], faults };
}

function faultsOfForm({ isDeep, twice, unfit, aliases }: FilePlaces): Fault[] {
  if (isDeep) return [{ line: 1, path: "", fault: "deep", text: "The file is nested too deep." }];
  if (aliases > mostAliases)
    return [{ line: 1, path: "", fault: "syntax", text: "The file refers to itself too often." }];
  const keys = [
    ...twice.map((line): Fault => ({ line, path: "", fault: "twice", text: "This is there already." })),
    ...unfit.map((line): Fault => ({ line, path: "", fault: "unknown", text: "Nothing may have this name." })),
  ];
  return keys.toSorted((one, other) => one.line - other.line).slice(0, shownFaults);
}

function syntaxFault(places: FilePlaces, offset: number, message: string): Fault {
  return { line: places.lineOf(offset), path: "", fault: "syntax", text: message.slice(0, shownText) };
}

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
    for (const { path, fault, text } of wrong.slice(0, shownFaults))
      this.#note([...at, ...pathInFile(path, names)], fault, text);
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
    const isMissing = valueAt(this.#content.value, path) === undefined;
    this.#note(path, isMissing ? "full" : "value", issue.message);
  }

  #note(path: Path, fault: Fault["fault"], text: string): void {
    const shown = { path: path.join(".").slice(0, shownText), text: text.slice(0, shownText) };
    this.#faults.push({ line: this.#lineAt(path), fault, ...shown });
  }

  #lineAt(path: Path): number {
    return this.#places.lineAt(this.#content.pathOf(path));
  }
}

interface Wrong extends Pick<Fault, "fault" | "text"> {
  /** Within the type. */
  path: Path;
}

/** Asked for themselves: the schema of a type says nothing of the others where one is not even of the right type. */
function wrongParameters({ parameters }: ReturnType<typeof typeInputOf>): Wrong[] {
  return Object.entries(faultsOfParameters(parameters)).map(([path, fault]) => ({
    path: ["parameters", ...path.split(".")],
    fault,
    text: parameterSentences[fault],
  }));
}

const tooManyParameters: Wrong = {
  path: ["parameters"],
  fault: "value",
  text: `A type has at most ${mostParameters} parameters.`,
};

function wrongFigures(issues: readonly z.core.$ZodIssue[]): Wrong[] {
  const others = issues.filter(({ path }) => path[0] !== "parameters");
  return others.map(({ path, message }) => ({ path: path as Path, fault: "value", text: message }));
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
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
