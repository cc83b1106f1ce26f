import { basename } from "node:path";

/** A recording or mapping that cannot be used; the message is one sentence for the person who brought the file. */
export class RecordingError extends Error {
  constructor(file: string, problem: string, line?: number) {
    super(`${basename(file)}${line === undefined ? "" : `, line ${line}`}: ${problem}`);
    this.name = "RecordingError";
  }
}

/** The sentence for a file that the operating system cannot open. */
export function toRecordingError(file: string, error: unknown): Error {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT") return new RecordingError(file, `there is no such file or folder (${file}); check the path.`);
  if (code === "EACCES") return new RecordingError(file, `may not be read (${file}); check its permissions.`);
  if (code === "EISDIR") return new RecordingError(file, "is a folder where a file is needed.");
  if (code === "ENOTDIR") return new RecordingError(file, "is a file where a folder is needed.");
  return error instanceof Error ? error : new Error(String(error));
}
