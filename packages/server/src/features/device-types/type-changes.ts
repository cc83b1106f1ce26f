import type { DeviceTypeImport } from "@offgrid/contract/device-types/device-types.calls";
import { modelOf } from "@offgrid/contract/device-types/types-file";

import type { StoredType } from "./device-types.store.ts";
import type { TypeInFile } from "./read-types-file.ts";

export type TypeChange = DeviceTypeImport["types"][number];
type Difference = TypeChange["differences"][number];
type Value = Difference["before"];

/** What a file changes of a type. @param before What is stored; undefined: it is new. */
export function compareType({ type, line, lines }: TypeInFile, before: StoredType | undefined): TypeChange {
  const about = { id: type.id, name: type.name, line, revision: before?.revision ?? 0 };
  if (!before) return { ...about, change: "new", differences: [] };
  const [old, next] = [valuesOf(before), valuesOf(type)];
  const paths = [...new Set([...old.keys(), ...next.keys()])];
  const differences = paths.flatMap((path): Difference[] => {
    const [was, is] = [old.get(path) ?? null, next.get(path) ?? null];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    return [{ path, line: next.has(path) ? (lines.get(path) ?? line) : null, before: was, after: is }];
  });
  return { ...about, change: differences.length > 0 ? "changed" : "same", differences };
}

/** Its values as in a file: each figure, and each parameter by its name. */
function valuesOf(type: TypeInFile["type"]): Map<string, Value> {
  const { model: _, points, ...figures } = modelOf(type);
  return new Map([...Object.entries(figures), ...Object.entries(points)] as [string, Value][]);
}
