import type { LocaleCode } from "@offgrid/contract/core/constants";

import type { Entry, Tally, Written } from "./archive.ts";
import en from "./archives.en.json" with { type: "json" };
import fr from "./archives.fr.json" with { type: "json" };

type Words = typeof en;
const texts: Record<LocaleCode, Words> = { en, fr };

/** What the description begins with. */
export interface About {
  of: "container" | "person";
  id: string;
  name: string;
  portalName: string;
  madeAt: Date;
  /** Of the container's clock. */
  zone?: string;
  /** Parts that whoever asked may not see. */
  leftOut: readonly (keyof Words["part"])[];
}

/** Says in plain words what the archive has, which comes last: only then is it known. */
export function readMe(about: About, tally: Tally, language: LocaleCode): Entry {
  const pieces = async function* () {
    yield describe(about, tally.all, texts[language]);
  };
  return { path: "README.txt", kind: "readme", pieces: pieces() };
}

function describe(about: About, written: readonly Written[], words: Words): string {
  const fill = (text: string, values: Record<string, string>) =>
    text.replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key] ?? "");
  const { of, id, name, portalName, madeAt, zone, leftOut } = about;
  const title = fill(words[of], { id, name });
  const parts = leftOut.map((part) => words.part[part]).join(", ");
  const head = [
    `${title}\n${"=".repeat(title.length)}`,
    fill(words.made, { at: madeAt.toISOString(), portal: portalName }),
    words.format,
    [words.times, ...(zone === undefined ? [] : [fill(words.zone, { zone })])].join(" "),
    ...(parts === "" ? [] : [fill(words.left_out, { parts })]),
  ];
  const files = written.map(({ kind, paths, rows, fromMs, toMs }) => {
    const span =
      fromMs === undefined || toMs === undefined
        ? []
        : [fill(words.span, { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() })];
    const count =
      paths.length === 0
        ? [words.empty]
        : paths[0]?.endsWith(".json")
          ? []
          : [fill(words.rows, { rows: String(rows) })];
    const means = words.kinds[kind as keyof Words["kinds"]];
    return [nameOf(kind, paths), means, [...count, ...span].join(" ")].filter((line) => line !== "").join("\n");
  });
  return `${[...head, ...files].join("\n\n")}\n`;
}

function nameOf(kind: string, paths: readonly string[]): string {
  const [first] = paths;
  if (first === undefined) return kind;
  return first.includes("/") ? `${first.split("/")[0]}/` : first;
}
