import { type Finding, type FindingCode, type Examined } from "@offgrid/contract/doctor/findings";
import { formatSize } from "@offgrid/contract/telemetry/format";

import words from "./finding-words.en.json" with { type: "json" };

/** The words of a command line, which is English; those of screens are in their catalogues and read the same. */

interface Words {
  found?: string;
  /** In place of `found` where a `count` is among the values. */
  found_one?: string;
  found_other?: string;
  /** Whatever is no "ok" has one. */
  remedy?: string;
}

const wordsOf: Record<FindingCode, Words> = words.findings;
const titles: Record<Examined, string> = words.examined;

export const titleOf = (about: Examined): string => titles[about];

/** Sentences: what was found, and what to do about it. */
export function sentencesOf({ code, values }: Finding): { found: string; remedy?: string } {
  const { found, found_one: one, found_other: other, remedy } = wordsOf[code];
  // A terminal breaks its lines anywhere, and whoever searches its output types plain spaces.
  const fill = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => shown(name, values[name])).replaceAll("\u00a0", " ");
  return {
    found: fill(found ?? (values["count"] === 1 ? one : other) ?? code),
    ...(remedy !== undefined && { remedy: fill(remedy) }),
  };
}

function shown(name: string, value: string | number | undefined): string {
  if (name.endsWith("Bytes")) return formatSize(Number(value), "en");
  if (name.endsWith("At")) return `${String(value).slice(0, 16).replace("T", " ")} UTC`;
  return String(value);
}
