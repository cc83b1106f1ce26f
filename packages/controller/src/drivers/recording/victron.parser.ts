import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";

import { RecordingError, toRecordingError } from "./recording.error.ts";
import { readLines } from "./recording.lines.ts";

const prefix = "com.victronenergy.";
const numberTypes = /^(U?INT\d+|DOUBLE|FLOAT|BYTE|BOOLEAN)$/;

/** The values of a path and the second from which each holds; null where it had no value. */
interface Series {
  seconds: number[];
  values: (number | null)[];
}

/** One file of a recording: a D-Bus service and the values of its paths over time. */
export interface VictronService {
  /** Without `com.victronenergy.`, e.g. `solarcharger.ttyS5`. */
  name: string;
  file: string;
  /** Texts at the start, e.g. of /ProductName. */
  texts: ReadonlyMap<string, string>;
  seriesByPath: ReadonlyMap<string, Series>;
  lastSecond: number;
}

/**
 * Reads every .csv file of a folder, in the order of their names.
 * @throws RecordingError naming file, line and remedy; nothing has been sent by then, since everything is read first.
 */
export async function readVictronFolder(folder: string): Promise<VictronService[]> {
  let names: string[];
  try {
    names = (await readdir(folder)).filter((name) => name.toLowerCase().endsWith(".csv")).sort();
  } catch (error) {
    throw toRecordingError(folder, error);
  }
  if (names.length === 0) throw new RecordingError(folder, "holds no .csv file; give the folder of a dbus recording.");
  const services: VictronService[] = [];
  for (const name of names) services.push(await readService(join(folder, name)));
  return services;
}

async function readService(file: string): Promise<VictronService> {
  let name: string | undefined;
  let lastSecond = 0;
  const texts = new Map<string, string>();
  const seriesByPath = new Map<string, Series>();
  for await (const { text, line } of readLines(file)) {
    if (name === undefined) {
      if (!text.startsWith(prefix))
        throw new RecordingError(file, `must begin with a service name such as ${prefix}battery.ttyO0.`, line);
      name = text.trim().slice(prefix.length);
    } else if (text.trim() !== "") {
      const fields = text.split("\t");
      // The first state has no column of seconds.
      const [second = "", path = "", type = "", value = "", shown = ""] = text.startsWith("/")
        ? ["0", ...fields]
        : fields;
      const seconds = Number(second);
      if (second.trim() === "" || !Number.isFinite(seconds) || !path.startsWith("/") || type === "")
        throw new RecordingError(
          file,
          "is not `path, type, value, text` or `seconds, path, type, value, text` with tabs.",
          line,
        );
      if (seconds < lastSecond)
        throw new RecordingError(file, `goes back in time, from ${lastSecond} s to ${seconds} s.`, line);
      lastSecond = seconds;
      if (type === "STRING" && !texts.has(path)) texts.set(path, value);
      else if (path === "/FirmwareVersion" && shown && !texts.has(path)) texts.set(path, shown);
      add(seriesByPath, path, seconds, toNumber(file, line, type, value));
    }
  }
  if (name === undefined) throw new RecordingError(file, "is empty; leave it out of the folder.");
  return { name, file: basename(file), texts, seriesByPath, lastSecond };
}

function toNumber(file: string, line: number, type: string, value: string): number | null {
  if (!numberTypes.test(type)) return null;
  const number = value.trim() === "" ? NaN : Number(value);
  if (!Number.isFinite(number))
    throw new RecordingError(file, `"${value}" is not a number, as its type ${type} says.`, line);
  return number;
}

function add(seriesByPath: Map<string, Series>, path: string, second: number, value: number | null): void {
  const series = seriesByPath.get(path);
  if (!series) seriesByPath.set(path, { seconds: [second], values: [value] });
  else {
    series.seconds.push(second);
    series.values.push(value);
  }
}

/** The value of a path at a second: the last one recorded up to then; null where there was none. */
export function valueAt(service: VictronService, path: string, second: number): number | null {
  const series = service.seriesByPath.get(path);
  if (!series) return null;
  let low = 0;
  let high = series.seconds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((series.seconds[middle] as number) <= second) low = middle + 1;
    else high = middle;
  }
  return series.values[low - 1] ?? null;
}
