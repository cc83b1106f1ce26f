import type { ViewProps } from "../widget-parts.tsx";

/** A note of one's own, with its lines. */
export function TextView({ widget: { text } }: ViewProps<"text">) {
  return (
    <p className="og-flush og-anywhere" style={{ whiteSpace: "pre-wrap" }}>
      {text}
    </p>
  );
}
