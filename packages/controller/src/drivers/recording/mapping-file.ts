import { readFile } from "node:fs/promises";
import type { z } from "zod";

import { RecordingError, toRecordingError } from "./recording.error.ts";

/**
 * Reads a mapping from its JSON file.
 * @throws RecordingError naming the file and the place in it.
 */
export async function readMapping<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.infer<Schema>> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw toRecordingError(file, error);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new RecordingError(file, `is not JSON: ${(error as Error).message}.`);
  }
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new RecordingError(
    file,
    `at ${issue?.path.join(".") || "its top"}: ${issue?.message}; see docs/recordings.md.`,
  );
}
