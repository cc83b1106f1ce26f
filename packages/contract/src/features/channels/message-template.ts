/** How people word short messages by themselves. Pure. */

export const placeholders = ["severity", "what", "where", "value", "since", "advice", "portal", "link"] as const;
export type Placeholder = (typeof placeholders)[number];

const placed = /\{([^{}]*)\}/g;

/** @returns Placeholders of a text that mean nothing, in order. */
export function unknownPlaceholders(text: string, known: readonly string[] = placeholders): string[] {
  return [...text.matchAll(placed)].map(([, name = ""]) => name).filter((name) => !known.includes(name));
}

/** What has no value leaves no gap: of "{what}: {value}" without a value "{what}" is left. */
export function fillTemplate(text: string, values: Readonly<Partial<Record<Placeholder, string>>>): string {
  const filled = text.replaceAll(placed, (_, name: string) => (values as Record<string, string>)[name] ?? "");
  return filled
    .replaceAll(/[ \u00a0]{2,}/g, " ")
    .replaceAll(/[\s,:;–-]+$/g, "")
    .trim();
}
