import { evidenceLimits } from "@offgrid/contract/evidence/evidence-parts";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { formatLocales } from "@offgrid/contract/telemetry/format";
import { clockParts } from "@offgrid/contract/telemetry/time-text";
import { findMetric, type Unit } from "@offgrid/contract/telemetry/metrics";
import { sql } from "kysely";

import { escapeHtml } from "../../mail/escape-html.ts";
import type { Db } from "../../core/db.ts";
import { readContainers } from "../../history/chart-containers.store.ts";
import { measuredOf } from "../../history/energy/container-energy.ts";
import { readSamples } from "../../history/tiers/samples.store.ts";
import { plotSvg } from "../reports/plot-svg.ts";
import type { ReportLine } from "../reports/report-content.ts";

/** Of a pack that is read by people: more instants are thinned out. */
const mostInstants = 10_000;
/** Besides what rules look at. */
const always = ["battery.soc", "load.power", "solar.power"];
const mostMetrics = 12;

export interface ReadingsAsked {
  containerId: string;
  /** Of the container. */
  name: string;
  zone: string;
  /** Metrics that rules look at. */
  names: readonly string[];
  anchorMs: number;
  nowMs: number;
}

interface Series {
  metric: string;
  unit: Unit | null;
  /** Share of the time that was measured, 0..1; null: the container has never sent it. */
  coverage: number | null;
  values: (number | null)[];
}

/** What rules looked at and the balance of energy, from before the warning until now, as values and drawn. */
export async function gatherReadings(db: Db, asked: ReadingsAsked) {
  const { containerId, anchorMs, nowMs } = asked;
  const { beforeMs, longestMs } = evidenceLimits;
  const names = [...new Set([...always, ...asked.names])].filter((name) => findMetric(name)).slice(0, mostMetrics);
  const range = { fromMs: Math.max(anchorMs - beforeMs, nowMs - longestMs), toMs: nowMs };
  const { atMs, columns } = await readSamples(db, containerId, names, range);
  const coverages = await readCoverages(db, containerId, names, range);
  const every = Math.max(1, Math.ceil(atMs.length / mostInstants));
  const isKept = (_: unknown, index: number) => index % every === 0;
  const series = names.map((metric, index) => ({
    metric,
    unit: findMetric(metric)?.unit ?? null,
    coverage: coverages[index] ?? null,
    values: (columns[index] ?? []).filter(isKept),
  }));
  const content = {
    from: new Date(range.fromMs).toISOString(),
    to: new Date(range.toMs).toISOString(),
    // As those who look at values have to know that some are left out.
    keptOneOf: every,
    t: atMs.filter(isKept),
    series: series.map((one) => ({ ...one, ...(one.coverage === null && { reason: "never measured" }) })),
  };
  return { content, drawings: drawingsOf(atMs, drawn(series, columns), range, asked) };
}

/** Drawings show all that was read. */
const drawn = (series: readonly Series[], columns: readonly (readonly (number | null)[])[]) =>
  series.flatMap((one, index) => (one.coverage === null ? [] : [{ ...one, values: [...(columns[index] ?? [])] }]));

/** In each language, one drawing for each two units. */
function drawingsOf(
  t: readonly number[],
  series: readonly Series[],
  range: { fromMs: number; toMs: number },
  { name, zone }: Pick<ReadingsAsked, "name" | "zone">,
): { name: string; svg: string }[] {
  const units = [...new Set(series.map(({ unit }) => unit))];
  const pairs = units.flatMap((_, index) => (index % 2 === 0 ? [units.slice(index, index + 2)] : []));
  return (["en", "fr"] as const).flatMap((language) =>
    pairs.map((pair, index) => {
      const lines = series.filter(({ unit }) => pair.includes(unit)).map((one) => lineOf(one, pair, language));
      const svg = plotSvg({ title: "", t, lines }, { span: range, zone, language });
      return {
        name: `readings-${index + 1}.${language}.svg`,
        svg: framed(svg, `${name} · ${spanText(range, zone, language)}`),
      };
    }),
  );
}

const titlePx = 22;

/** As a drawing by itself: on white, as large as a page, and with a title that says of what and by which clock. */
function framed(svg: string, title: string): string {
  const [, width = 0, height = 0] = (/width="(\d+)" height="(\d+)"/.exec(svg) ?? []).map(Number);
  const whole = height + titlePx;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${2 * width}" height="${2 * whole}" viewBox="0 0 ${width} ${whole}">`,
    `<rect width="${width}" height="${whole}" fill="#fff"/>`,
    `<text x="8" y="14" font-family="Roboto, sans-serif" font-size="9" fill="#1b2620">${escapeHtml(title)}</text>`,
    svg.replace("<svg ", `<svg y="${titlePx}" `),
    "</svg>",
  ].join("");
}

/** From when to when, by the clock of the container, with how far that is from UTC. */
function spanText({ fromMs, toMs }: { fromMs: number; toMs: number }, timeZone: string, language: LocaleCode): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(formatLocales[language], { timeZone, ...options });
  const day = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
  const span = part({ ...day, ...clockParts }).formatRange(fromMs, toMs);
  const offset = part({ timeZoneName: "longOffset" })
    .formatToParts(toMs)
    .find(({ type }) => type === "timeZoneName");
  return `${span} · ${timeZone} (${(offset?.value ?? "").replace(/GMT|UTC/, "UTC")})`;
}

function lineOf(
  { metric, unit, coverage, values }: Series,
  pair: readonly (Unit | null)[],
  language: LocaleCode,
): ReportLine {
  const share = `${Math.floor(100 * (coverage ?? 0))} %`;
  return {
    title: `${findMetric(metric)?.[language] ?? metric} (${language === "en" ? `${share} measured` : `${share} mesurés`})`,
    unit: unit ?? "count",
    values,
    type: "line",
    axis: unit === pair[0] ? "left" : "right",
    plot: 0,
    color: null,
    quantity: metric,
    coverage: coverage ?? 0,
  };
}

/** Share of a range that ends now that each was measured; undefined: the container has never sent it. */
async function readCoverages(
  db: Db,
  containerId: string,
  names: readonly string[],
  range: { fromMs: number; toMs: number },
): Promise<(number | undefined)[]> {
  const [container] = await readContainers(db, sql`(select id from container)`, [containerId], names);
  if (!container) return [];
  const sent = names.flatMap((name) => {
    const slot = container.slots.get(name);
    return slot === undefined ? [] : [{ name, container, slot }];
  });
  const times = await measuredOf(db, sent, range, range.toMs);
  const shares = new Map(sent.map(({ name }, index) => [name, (times[index] ?? 0) / (range.toMs - range.fromMs)]));
  return names.map((name) => shares.get(name));
}
