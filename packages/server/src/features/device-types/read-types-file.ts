import type { DeviceTypeImport } from "@offgrid/contract/device-types/device-types.calls";
import { DeviceTypeInput, parameterSentences } from "@offgrid/contract/device-types/device-types.schema";
import { faultsOfParameters } from "@offgrid/contract/device-types/parameters";
import { typeInputOf, TypesFile } from "@offgrid/contract/device-types/types-file.schema";
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import type { z } from "zod";

type Fault = DeviceTypeImport["faults"][number];
type Path = readonly (string | number)[];

/** A type of a file. */
export interface TypeInFile {
  type: DeviceTypeInput;
  /** Where it begins, from 1. */
  line: number;
  /** Where a figure or a parameter stands. */
  lineOf: (path: string) => number;
}

/** Further faults are mostly consequences of the first ones. */
const shownFaults = 50;
/** What a text may refer to itself, which is how a short one becomes a long one. */
const mostAliases = 20;

/** Reads a file of device types: one model, a list, or an object with the list `models`, in JSON or YAML. */
export function readTypesFile(text: string): { types: TypeInFile[]; faults: Fault[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) return { types: [], faults: document.errors.slice(0, shownFaults).map(syntaxFault) };
  const content = contentOf(document);
  if (content === undefined) return { types: [], faults: [faultAt([], "syntax", "The file cannot be read.")] };
  const read = TypesFile.safeParse(content.value);
  if (!read.success) return { types: [], faults: read.error.issues.flatMap(toFaults).slice(0, shownFaults) };
  const types: TypeInFile[] = [];
  const faults: Fault[] = [];
  for (const [place, model] of read.data.models.entries()) {
    const at = (...rest: Path): Path => ["models", place, ...rest];
    const typed = typeInputOf(model);
    const checked = DeviceTypeInput.safeParse(typed);
    const wrong = [...wrongParameters(typed), ...wrongFigures(checked.error?.issues ?? [])];
    faults.push(
      ...wrong.map(({ path, fault, text: sentence }) => faultAt(at(...pathInFile(path, model)), fault, sentence)),
    );
    if (types.some(({ type }) => type.id === typed.id))
      faults.push(faultAt(at("model"), "twice", "Another model of the file has this id."));
    if (checked.success)
      types.push({ type: checked.data, line: lineAt(at()), lineOf: (path) => lineAt(at(...placeIn(path, model))) });
  }
  return { types: faults.length > 0 ? [] : types, faults: faults.slice(0, shownFaults) };

  function lineAt(path: Path): number {
    return lines.linePos(offsetOf(document, content?.pathOf(path) ?? [])).line;
  }

  function faultAt(path: Path, fault: Fault["fault"], sentence: string): Fault {
    return { line: lineAt(path), path: path.join("."), fault, text: sentence };
  }

  function syntaxFault({ code, message, pos: [offset] }: (typeof document.errors)[number]): Fault {
    const fault = code === "DUPLICATE_KEY" ? "twice" : "syntax";
    return { line: lines.linePos(offset).line, path: "", fault, text: message };
  }

  function toFaults(issue: z.core.$ZodIssue): Fault[] {
    const path = issue.path as Path;
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => faultAt([...path, key], "unknown", "This is not known here; check its spelling."));
    const isMissing = valueAt(content?.value, path) === undefined;
    return [faultAt(path, isMissing ? "full" : "value", issue.message)];
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

function wrongFigures(issues: readonly z.core.$ZodIssue[]): Wrong[] {
  const others = issues.filter(({ path }) => path[0] !== "parameters");
  return others.map(({ path, message }) => ({ path: path as Path, fault: "value", text: message }));
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
}

/** What the file says as an object with `models`, and where a path of that object is in the file. */
function contentOf(document: Document): { value: unknown; pathOf: (path: Path) => Path } | undefined {
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

/** The path in the file of a value of a type. */
function pathInFile([first = "", place, ...rest]: Path, { points }: { points: object }): Path {
  if (first !== "parameters") return fieldsInFile[first] ?? [first];
  const name = Object.keys(points)[Number(place)] ?? "";
  if (rest[0] === "name") return ["points", name];
  return ["points", name, ...(fieldsInFile[rest.join(".")] ?? rest)];
}

function placeIn(path: string, { points }: { points: object }): Path {
  return Object.hasOwn(points, path) ? ["points", path] : [path];
}

/** Where something stands; of what is missing, where the thing begins that lacks it. */
function offsetOf(document: Document, path: Path): number {
  for (let depth = path.length; depth > 0; depth--) {
    const parent: unknown = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true);
    const key = path[depth - 1];
    const node = isMap(parent)
      ? parent.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(key))?.key
      : isSeq(parent)
        ? parent.items[Number(key)]
        : undefined;
    if (isNode(node)) return node.range?.[0] ?? 0;
  }
  return 0;
}
