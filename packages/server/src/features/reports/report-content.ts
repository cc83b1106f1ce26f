import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import type { ChartGroup } from "@offgrid/contract/charts/charts.schema";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { SkipReason } from "@offgrid/contract/reports/report-choices";
import type { ReportSpan } from "@offgrid/contract/reports/report-schedule";
import type { Unit } from "@offgrid/contract/telemetry/metrics";

import type { Db } from "../../core/db.ts";

/** A report before it is written as a mail or a document: texts are in its language, numbers carry their unit. */
export interface ReportContent {
  name: string;
  /** The local days that it is about; empty for a message about a report. */
  days: string;
  /** What it is about besides: container or fleet, zone, step. */
  about: readonly string[];
  figures: readonly Figure[];
  plots: readonly ReportPlot[];
  /** What the columns of its files are of; left out: it is a message about a report. */
  drawn?: Drawn;
  tables: readonly ReportTable[];
  /** What the reader has to know: what is left out, and why. */
  notes: readonly string[];
  /** Which question it answers, and where it is asked again. */
  query: string;
  link: string;
  span: ReportSpan;
  zone: string;
  /** Anything was measured. */
  hasData: boolean;
  /** Warnings raised or open in the range. */
  raised: number;
}

interface Drawn {
  /** By name. */
  containers: readonly string[];
  /** What a row of the first drawing stands for. */
  groupBy: ChartGroup;
  /** Its rows are dates, each from each container's own midnight. */
  ownDays?: boolean;
  compared?: DrawnChart["compared"];
}

export interface Figure {
  label: string;
  value: string;
  /** "98 % measured", or why there is none. */
  note: string;
}

/** Lines over one time; `values[k]` belongs to `t[k]`, null where nothing was measured. */
export interface ReportPlot {
  title: string;
  t: readonly number[];
  lines: readonly ReportLine[];
  levels?: readonly ReportLevel[];
  warnings?: readonly ReportWarning[];
}

/** A warning that was raised or open in the range of a report. */
export interface ReportWarning {
  severity: "info" | "warning" | "critical";
  /** In the language of the report. */
  text: string;
  container: string;
  raisedMs: number;
  /** Undefined: it is open. */
  clearedMs?: number | undefined;
}

/** A threshold: a level of an axis, in the unit of its lines. */
export interface ReportLevel {
  title: string;
  value: number;
  axis: ReportLine["axis"];
}

export interface ReportLine {
  title: string;
  unit: Unit;
  values: readonly (number | null)[];
  type: "line" | "bar" | "area" | "stack_line" | "stack_bar";
  axis: "left" | "right";
  /** Drawings stand below each other. */
  plot: number;
  /** A token of the design; null: by what it measures. */
  color: string | null;
  /** The metric; null: a formula. */
  quantity: string | null;
  coverage: number;
  /** Laid over another line, whose colour it has: drawn dashed and pale. How much of it was measured is not known. */
  isOver?: boolean;
  /** When it came late, epoch ms, rising. */
  late?: readonly (readonly [fromMs: number, toMs: number])[] | undefined;
  /** True: amounts, such as energy, whose sum is that of the range. */
  adds?: boolean | undefined;
}

export interface ReportTable {
  title: string;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
  /** It stands on one page, so that no row of it is alone on the next. */
  isWhole?: boolean;
}

/** For whom a report is made, and when. */
export interface ReportFor {
  db: Db;
  /** Whose report it is; what they do not see is not in it. */
  ownerId: string;
  /** Who reads it; neither is what they do not see. */
  readerId: string;
  language: LocaleCode;
  /** When it is due: ranges end by it. */
  dueMs: number;
  nowMs: number;
  /** Address of the web app. */
  url: string;
  signal?: AbortSignal;
}

/** There is nothing to send to this person, and no fault in it. */
export class NothingToSend extends Error {
  readonly reason: SkipReason;
  constructor(reason: SkipReason) {
    super(reason);
    this.reason = reason;
  }
}

/** What the report is about is gone, or not its owner's any more. */
export class SubjectGone extends Error {}
