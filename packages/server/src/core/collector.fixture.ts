import type { StandIn } from "../testing/stand-in.ts";

/** A span as a collector was sent it. */
export interface SentSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  attributes: Record<string, string | number>;
  status: { code: number };
}

interface Sent extends Omit<SentSpan, "attributes"> {
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}
interface Batch {
  resourceSpans: { scopeSpans: { spans: Sent[] }[] }[];
}

/** What a stand-in for a collector was sent so far. */
export function spansIn({ asked }: StandIn): SentSpan[] {
  const batches = asked.map(({ body }) => JSON.parse(String(body)) as Batch);
  const spans = batches.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  return spans.map(({ attributes, ...span }) => ({
    ...span,
    attributes: Object.fromEntries(
      attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)] as const),
    ),
  }));
}
