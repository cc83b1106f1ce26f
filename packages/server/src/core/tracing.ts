import { AsyncLocalStorage } from "node:async_hooks";

/** What a span says besides its name and how long it took: figures and names of ours, never what people wrote, measured or are called. */
export type SpanNotes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  name: string;
  /** Asked by somebody outside, asking somebody outside, or neither. */
  kind?: "server" | "client" | "internal";
  notes?: SpanNotes;
  /** The header `traceparent` of the caller, whose trace it then belongs to. */
  traceparent?: string | undefined;
}

/** A stretch of work that is under way. */
export interface Span {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  readonly isOver: boolean;
  note(notes: SpanNotes): void;
  /** @param why A code or the name of a kind of errors, not a message, which may have values in it. */
  fail(why: string): void;
  /** A part of it. */
  begin(start: SpanStart): Span;
  /** Counts a statement to the database. @returns whether it may have a span too: a thousand would hide the others. */
  countStatement(): boolean;
  end(): void;
}

/** Notes how long work takes, for a collector. */
export interface Tracing {
  /** @returns undefined: this trace is not among those that are taken. */
  begin(start: SpanStart): Span | undefined;
  /** Hands over what it still has, for a few seconds at most. */
  close(): Promise<void>;
}

const current = new AsyncLocalStorage<Span | undefined>();

/** The span that the code at hand works for; undefined: none, or it is over and this goes on after it. */
export function currentSpan(): Span | undefined {
  const span = current.getStore();
  return span?.isOver === false ? span : undefined;
}

/** Work that belongs to no span, whoever caused it. */
export const withoutSpan = <Result>(work: () => Result): Result => current.run(undefined, work);

/**
 * Does work as a span of its own, whatever caused it.
 * @param tracing Undefined: nobody collects, and the work is done as it is.
 */
export function traced<Result>(
  tracing: Tracing | undefined,
  start: SpanStart,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  if (!tracing) return work(undefined);
  const span = tracing.begin(start);
  return span ? within(span, work) : withoutSpan(() => work(undefined));
}

/** Does work as a part of the span at hand; where there is none, as it is. */
export function tracedPart<Result>(start: SpanStart, work: () => Promise<Result>): Promise<Result> {
  const span = currentSpan();
  return span ? within(span.begin(start), work) : work();
}

async function within<Result>(span: Span, work: (span: Span) => Promise<Result>): Promise<Result> {
  try {
    return await current.run(span, () => work(span));
  } catch (error) {
    span.fail(kindOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** A code, such as PostgreSQL's, else the name of the class. */
function kindOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (typeof code === "string") return code;
  return error instanceof Error ? error.name : "unknown";
}

type Query = (first: unknown, ...rest: unknown[]) => unknown;

/** Statements of a connection become parts of the span that they belong to. */
export function tracedQuery(query: Query): Query {
  return (first, ...rest) => {
    const span = currentSpan();
    // With a callback, or as a stream, it may run for somebody else than who asked.
    if (!span || typeof rest.at(-1) === "function") return query(first, ...rest);
    const { text, submit } =
      typeof first === "string" ? { text: first } : (first as { text?: unknown; submit?: unknown });
    if (typeof text !== "string" || submit !== undefined || !span.countStatement()) return query(first, ...rest);
    return within(span.begin(statementStart(text)), () => query(first, ...rest) as Promise<unknown>);
  };
}

/** Of a statement only what it does, and to which table first: values may stand in its text. */
function statementStart(text: string): SpanStart {
  const outer = withoutBrackets(text).toLowerCase();
  const operation = /^\s*(?!with\b)([a-z]+)|\b(?:select|insert|update|delete)\b/.exec(outer)?.[0].trim() ?? "statement";
  const table = /\b(?:from|into|update)\s+(?:as\s+)?"?([a-z_]+)/.exec(outer)?.[1];
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    kind: "client",
    notes: {
      "db.system.name": "postgresql",
      "db.operation.name": operation,
      ...(table !== undefined && { "db.collection.name": table }),
    },
  };
}

/** What is not in brackets: a statement without the ones within it. */
function withoutBrackets(text: string): string {
  for (let inner = text; ;) {
    const outer = inner.replaceAll(/\([^()]*\)/g, " ");
    if (outer === inner) return outer;
    inner = outer;
  }
}
