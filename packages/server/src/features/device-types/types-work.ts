import { isText } from "@offgrid/contract/device-types/types-file";

import type { CallContext } from "../../calls/handler.ts";
import { FileReaders, isTooHeavy } from "../../core/file-readers.ts";
import { nowhere, type ReadTypes, readTypesFile } from "./read-types-file.ts";
import { isNestedDeep } from "./text-depth.ts";

/** What is done with a file of types. It runs in a process of its own (`file-reader.ts`). */
export const typesWork = { readTypes: ({ text }: { text: string }) => readTypesFile(text) };

const readers = new FileReaders<typeof typesWork>({ longestMs: 20_000, memoryMb: 128 });

/** Reads a file of types. What is wrong with it, be it that reading it takes too much, is in the faults. */
export async function readTypes(text: string, { actor, signal }: CallContext): Promise<ReadTypes> {
  if (!isText(text)) return refused("not_text", "This is no text, and so neither JSON nor YAML.");
  if (isNestedDeep(text)) return refused("deep", "The file is nested too deep.");
  return readers
    .forPerson(actor.userId, (reader) => reader.ask("readTypes", { text }), signal)
    .catch((error: unknown) => {
      if (isTooHeavy(error)) return refused("heavy", "The file takes too much time or memory to read.");
      throw error;
    });
}

function refused(fault: "deep" | "heavy" | "not_text", text: string): ReadTypes {
  return { types: [], faults: [{ line: 1, path: "", fault, text, ...nowhere }] };
}
