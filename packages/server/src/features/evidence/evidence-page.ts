import { evidenceParts, type EvidencePart } from "@offgrid/contract/evidence/evidence-parts";

import { escapeHtml } from "../../mail/escape-html.ts";
import type { EvidenceFile } from "./evidence-file.ts";

/** A pack as a page that people read in any browser, without a network and in both languages. Pure. */

const titles: Record<EvidencePart, string> = {
  incident: "Incident · Incident",
  readings: "Readings · Mesures",
  changes: "Changes before · Changements avant",
  battery: "Battery · Batterie",
  link: "Link · Liaison",
  forecast: "Forecast and what came · Prévision et ce qui est venu",
  warnings: "Open warnings · Avertissements en cours",
  commands: "Commands and automations · Commandes et automatismes",
  devices: "Versions and devices · Versions et appareils",
  elsewhere:
    "The same rule elsewhere, of the containers that you see · La même règle ailleurs, parmi les conteneurs visibles pour vous",
};

/** Fields that only help to check a file, or are drawn. */
const unread = new Set(["part", "takenAt", "salt", "t", "counted"]);
/** Longer ones stay in their file. */
const mostRows = 60;

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** @param files Those that whoever asks for the pack may have. */
export function evidencePage(
  { containerName, takenAt }: { containerName: string; takenAt: Date },
  files: readonly EvidenceFile[],
): string {
  const title = `${containerName} · ${instant(takenAt.toISOString())}`;
  const sections = evidenceParts.flatMap((part) => {
    const file = files.find(({ name }) => name === `${part}.json`);
    return file ? [section(part, file, files)] : [];
  });
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style></head>`,
    `<body><h1>${escapeHtml(title)}</h1>`,
    `<p>Evidence as it was known then. Times are UTC. · <span lang="fr">Preuves telles que connues alors. Les heures sont en UTC.</span></p>`,
    ...sections,
    "</body></html>\n",
  ].join("\n");
}

const style =
  "body{font:15px/1.5 sans-serif;max-width:70rem;margin:1rem auto;padding:0 1rem;color:#1b2620;background:#fff}" +
  "h2{border-top:1px solid #cbd5cf;padding-top:.75rem}table{border-collapse:collapse;display:block;overflow-x:auto}" +
  "td,th{border:1px solid #cbd5cf;padding:.2rem .5rem;text-align:left;vertical-align:top}img{max-width:100%}";

function section(part: EvidencePart, file: EvidenceFile, files: readonly EvidenceFile[]): string {
  const content = JSON.parse(Buffer.from(file.content).toString()) as { [key: string]: Json };
  const drawings = files.filter(({ name }) => name.startsWith(`${part}-`) && name.endsWith(".svg"));
  const read = part === "readings" ? withoutColumns(content) : content;
  return [
    `<section id="${part}"><h2>${escapeHtml(titles[part])}</h2>`,
    ...drawings.map(({ name }) => `<p><img src="${name}" alt="${escapeHtml(titles[part])}"></p>`),
    shown(read),
    `<p><a href="${file.name}">${file.name}</a></p></section>`,
  ].join("\n");
}

/** What is drawn is not written once more: of each series only what it is and how much of it was measured. */
function withoutColumns({ t, series, ...rest }: { [key: string]: Json }): Json {
  const described = Array.isArray(series)
    ? series.map((one) => {
        const { values: _drawn, ...said } = one as { [key: string]: Json };
        return said;
      })
    : null;
  return { ...rest, instants: Array.isArray(t) ? t.length : null, series: described };
}

function shown(value: Json): string {
  if (value === null) return "–";
  if (typeof value === "string") return escapeHtml(instant(value));
  if (typeof value !== "object") return escapeHtml(typeof value === "number" ? rounded(value) : String(value));
  return Array.isArray(value) ? list(value) : facts(value);
}

function facts(value: { [key: string]: Json }): string {
  const rows = Object.entries(value).flatMap(([key, one]) =>
    unread.has(key) ? [] : [`<tr><th>${escapeHtml(spoken(key))}</th><td>${shown(one)}</td></tr>`],
  );
  return `<table>${rows.join("")}</table>`;
}

/** Things of one kind in rows, all else one after the other. */
function list(all: readonly Json[]): string {
  if (all.length === 0) return "–";
  const some = all.slice(0, mostRows);
  const more = all.length > some.length ? `<p>+ ${all.length - some.length}</p>` : "";
  if (!some.every((one) => one !== null && typeof one === "object" && !Array.isArray(one)))
    return some.map(shown).join(", ") + more;
  const rows = some as { [key: string]: Json }[];
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const head = keys.map((key) => `<th>${escapeHtml(spoken(key))}</th>`).join("");
  const body = rows.map((row) => `<tr>${keys.map((key) => `<td>${shown(row[key] ?? null)}</td>`).join("")}</tr>`);
  return `<table><tr>${head}</tr>${body.join("")}</table>${more}`;
}

/** A name of a field as words: `clearedAt` is "cleared at". */
const spoken = (key: string) =>
  /^[a-z]+[A-Z]/.test(key) ? key.replaceAll(/([A-Z][a-z]+)/g, (word) => ` ${word.toLowerCase()}`) : key;
const instant = (text: string) =>
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? `${text.slice(0, 10)} ${text.slice(11, 19)} UTC` : text;
const rounded = (value: number) => String(Math.round(value * 1_000) / 1_000);
