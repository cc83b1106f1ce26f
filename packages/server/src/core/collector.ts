import { randomUUID } from "node:crypto";

import type { Context, SpanStatusCode as StatusCode, Span as OpenSpan } from "@opentelemetry/api";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";

import { reasonOf } from "./db.ts";
import { type Span, type SpanNotes, type SpanStart, type Tracing, withoutSpan } from "./tracing.ts";

/** Where traces go. */
export interface CollectorConfig {
  /** Takes OTLP over HTTP, as JSON, at `/v1/traces` below this address; without a trailing slash. */
  endpoint: string;
  /** Such as the key of a collector elsewhere. */
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** Of all traces, 0 to 1. */
  share: number;
}

/** A collector that is away, or silent, holds up the end of the portal for this long at most. */
const longestExportMs = 3_000;
const sendEveryMs = 1_000;
/** What is more while the collector is away is dropped: some megabytes. */
const mostWaiting = 4_096;
const mostStatementSpans = 100;

/**
 * Spans for a collector, sent in the background. The libraries are loaded here and not before, since they take 16 MB and a
 * tenth of a second.
 * @param notes About this process, beside the name of the service.
 */
export async function openTracing(config: CollectorConfig, notes: SpanNotes, log: Logger): Promise<Tracing> {
  const [api, sdk, { resourceFromAttributes }, { OTLPTraceExporter }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/exporter-trace-otlp-http"),
  ]);
  const exporter = new OTLPTraceExporter({
    url: `${config.endpoint}/v1/traces`,
    headers: { ...config.headers },
    timeoutMillis: longestExportMs,
  });
  const share = new sdk.TraceIdRatioBasedSampler(config.share);
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      "service.name": config.serviceName,
      "service.instance.id": randomUUID(),
      ...notes,
    }),
    // A caller may leave a trace out, but not have more of them taken.
    sampler: new sdk.ParentBasedSampler({ root: share, remoteParentSampled: share }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: saidOnce(exporter, log),
        exportTimeoutMillis: longestExportMs + 500,
        scheduledDelayMillis: sendEveryMs,
        maxQueueSize: mostWaiting,
      }),
    ],
  });
  const tracer = provider.getTracer("offgrid-portal");
  const contextOf = (span: OpenSpan) => api.trace.setSpan(api.ROOT_CONTEXT, span);
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, internal: api.SpanKind.INTERNAL };
  const open = ({ name, kind = "internal", notes: attributes = {} }: SpanStart, context: Context) =>
    tracer.startSpan(name, { kind: kinds[kind], attributes }, context);
  const wrap = (span: OpenSpan, root?: Statements): Span =>
    new CollectedSpan(span, root, {
      begin: (start, statements) => wrap(open(start, contextOf(span)), statements),
      failed: api.SpanStatusCode.ERROR,
    });
  return {
    begin: (start) => {
      const parent = parseTraceparent(start.traceparent);
      const context = parent
        ? api.trace.setSpanContext(api.ROOT_CONTEXT, { ...parent, isRemote: true })
        : api.ROOT_CONTEXT;
      const span = open(start, context);
      return span.isRecording() ? wrap(span) : undefined;
    },
    // What could not be handed over was said when it failed.
    close: () => provider.shutdown().catch(() => undefined),
  };
}

/** What the libraries call `ExportResultCode.SUCCESS`; they are not loaded yet here. */
const taken = 0;

/** Says once that the collector is away, and once that it is back. */
function saidOnce(exporter: SpanExporter, log: Logger): SpanExporter {
  let isAway = false;
  const say = (error: Error | undefined) => {
    if (error && !isAway)
      log.warn(
        { reason: reasonOf(error) },
        "traces are not taken by their collector and are dropped until it takes them; all else goes on",
      );
    else if (!error && isAway) log.info("traces are taken by their collector again");
    isAway = error !== undefined;
  };
  return {
    export: (spans, done) =>
      withoutSpan(() =>
        exporter.export(spans, (result) => {
          say(result.code === taken ? undefined : (result.error ?? new Error("refused")));
          done(result);
        }),
      ),
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  };
}

/** Of a span that somebody outside or the clock began, and of all its parts. */
interface Statements {
  count: number;
}

class CollectedSpan implements Span {
  readonly #span: OpenSpan;
  readonly #statements: Statements;
  readonly #isRoot: boolean;
  readonly #way: { begin(start: SpanStart, statements: Statements): Span; failed: StatusCode };
  #isOver = false;

  constructor(
    span: OpenSpan,
    statements: Statements | undefined,
    way: { begin(start: SpanStart, statements: Statements): Span; failed: StatusCode },
  ) {
    this.#span = span;
    this.#isRoot = statements === undefined;
    this.#statements = statements ?? { count: 0 };
    this.#way = way;
  }

  get traceId(): string {
    return this.#span.spanContext().traceId;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  note(notes: SpanNotes): void {
    this.#span.setAttributes(notes);
  }

  fail(why: string): void {
    this.#span.setAttribute("error.type", why).setStatus({ code: this.#way.failed });
  }

  begin(start: SpanStart): Span {
    return this.#way.begin(start, this.#statements);
  }

  countStatement(): boolean {
    return ++this.#statements.count <= mostStatementSpans;
  }

  end(): void {
    this.#isOver = true;
    if (this.#isRoot) this.note({ "offgrid.statements": this.#statements.count });
    this.#span.end();
  }
}

/** @returns undefined: there is none, or not as the W3C has it, and the trace begins here. */
function parseTraceparent(header: string | undefined) {
  const parts = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/.exec(
    header ?? "",
  );
  const [, traceId, spanId, flags] = parts ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}
