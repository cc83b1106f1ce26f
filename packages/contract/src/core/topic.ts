import type { z } from "zod";

/** Who may be at one end of a topic. */
export type Party = "controller" | "server" | "screen";

/** Every topic of a container starts with this (protocol.md). */
const prefix = "offgrid/1/";

type Parameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Parameter<Rest>
  : never;

export interface TopicDefinition<Payload extends z.ZodType = z.ZodType> {
  summary: string;
  payload: Payload;
  publish: Party;
  subscribe: Party;
  retained?: boolean;
}

export interface Topic<
  Path extends string = string,
  Payload extends z.ZodType = z.ZodType,
> extends TopicDefinition<Payload> {
  /** With its prefix and placeholders, e.g. `offgrid/1/{containerId}/data`. */
  pattern: string;
  /**
   * The exact topic.
   * @throws RangeError when a parameter is missing, empty or would change the topic's shape (`/`, `+`, `#`).
   */
  name(parameters: Record<Parameter<Path>, string>): string;
  /** The parameters of an exact topic, or undefined when the name belongs to another topic. */
  match(name: string): Record<Parameter<Path>, string> | undefined;
}

/**
 * Declares a topic. Paths that start with `ui/` are for screens; all others belong to a container and get the
 * protocol's prefix.
 */
export function topic<const Path extends string, Payload extends z.ZodType>(
  path: Path,
  definition: TopicDefinition<Payload>,
): Topic<Path, Payload> {
  const pattern = path.startsWith("ui/") ? path : prefix + path;
  const keys = [...pattern.matchAll(/\{(\w+)\}/g)].map((found) => found[1] as string);
  const matcher = new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, "([^/+#]+)")}$`);
  return {
    ...definition,
    pattern,
    name: (parameters) => nameOf(pattern, parameters as Record<string, string>),
    match: (name) => {
      const found = matcher.exec(name);
      if (!found) return undefined;
      return Object.fromEntries(keys.map((key, index) => [key, found[index + 1]])) as Record<Parameter<Path>, string>;
    },
  };
}

/**
 * A pattern with its placeholders filled in.
 * @throws RangeError when a parameter is missing, empty or would change the topic's shape (`/`, `+`, `#`).
 */
export function nameOf<const Path extends string>(pattern: Path, parameters: Record<Parameter<Path>, string>): string {
  return pattern.replaceAll(/\{(\w+)\}/g, (_, key: Parameter<Path>) => {
    const value: string | undefined = parameters[key];
    if (!value || /[/+#]/.test(value)) throw new RangeError(`"${value}" cannot stand for ${key} in ${pattern}`);
    return value;
  });
}
