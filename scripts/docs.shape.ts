/** JSON Schema of a contract's shape, and the short notation in which the documents show it. */
import { z } from "zod";

/** The part of JSON Schema that our shapes use. */
export interface JsonSchema {
  $ref?: string;
  type?: string | readonly string[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  items?: boolean | JsonSchema;
  prefixItems?: readonly JsonSchema[];
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  description?: string;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export const jsonReference = "#/components/schemas/Json";
const anyJson = z.toJSONSchema(z.object({ field: z.json() }));
const jsonDefinition = JSON.stringify(anyJson.$defs?.["__schema0"]);

/**
 * The schema of "any JSON", which the document's components have once. What lies within is any value and does not refer to
 * it again: a type that is made of itself is what compilers refuse of generated clients.
 */
export const jsonComponent: unknown = JSON.parse(jsonDefinition.replaceAll('{"$ref":"#/$defs/__schema0"}', "{}"));

/** How definitions begin that have no name of their own. */
const unnamed = "__schema";
const named = new Map<string, JsonSchema>();

/** Shapes that have a name of their own in the contract (`.meta({ id })`), of all that was described so far. */
export function namedShapes(): ReadonlyMap<string, JsonSchema> {
  return new Map([...named].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * The JSON Schema of a shape, without details that only validators need, with "any JSON" and named shapes as references.
 * @throws Error when a schema refers to itself in another way: it then needs a component of its own here.
 */
export function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, $defs: definitions, ...plain } = z.toJSONSchema(schema, { io });
  for (const [name, definition] of Object.entries(definitions ?? {})) {
    if (!name.startsWith(unnamed)) named.set(name, readable(definition));
    else {
      const normal = JSON.stringify(definition).replaceAll(`#/$defs/${name}`, "#/$defs/__schema0");
      if (normal !== jsonDefinition) throw new Error(`The schema of ${name} refers to itself; give it a component.`);
    }
  }
  return readable(plain);
}

function readable(plain: object): JsonSchema {
  return JSON.parse(JSON.stringify(plain), (key, value: unknown) => {
    if (key === "$ref") return referenceOf(String(value));
    if ((key === "maximum" || key === "minimum") && Math.abs(value as number) === Number.MAX_SAFE_INTEGER)
      return undefined;
    if (key === "propertyNames") return undefined;
    if (typeof value === "object" && value !== null && "format" in value && "pattern" in value) {
      const { pattern: __, ...without } = value;
      return without;
    }
    return value;
  }) as JsonSchema;
}

function referenceOf(definition: string): string {
  const name = nameIn(definition);
  return name.startsWith(unnamed) ? jsonReference : `#/components/schemas/${name}`;
}

/** A schema in a notation like TypeScript's: `{ containerId: string 1..64, page?: integer >= 1 }`. */
export function shape(schema: JsonSchema, indent = ""): string {
  if (schema.$ref !== undefined) return schema.$ref === jsonReference ? "any JSON" : nameIn(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return parts.map((part) => shape(part, indent)).join(" | ");
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return "any";
  if (types.length > 1) {
    return types.map((type) => (type === "null" ? "null" : shape({ ...schema, type }, indent))).join(" | ");
  }
  if (types[0] === "object") return objectShape(schema, indent);
  if (types[0] === "array") return arrayShape(schema, indent);
  return plainShape(schema, types[0] as string);
}

function nameIn(reference: string): string {
  return reference.split("/").at(-1) ?? "";
}

function objectShape(schema: JsonSchema, indent: string): string {
  const fields = Object.entries(schema.properties ?? {});
  const others = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
  if (fields.length === 0) return others ? `{ [name]: ${shape(others, indent)} }` : "{}";
  const deeper = `${indent}  `;
  const lines = fields.map(([name, field]) => {
    const optional = schema.required?.includes(name) ? "" : "?";
    const fallback = field.default === undefined ? "" : ` = ${JSON.stringify(field.default)}`;
    const line = `${deeper}${name}${optional}: ${shape(field, deeper)}${fallback}`;
    return field.description === undefined ? line : `${line} // ${field.description}`;
  });
  if (others) lines.push(`${deeper}[name]: ${shape(others, deeper)}`);
  return `{\n${lines.join("\n")}\n${indent}}`;
}

function arrayShape(schema: JsonSchema, indent: string): string {
  if (schema.prefixItems) return `[${schema.prefixItems.map((item) => shape(item, indent)).join(", ")}]`;
  const item = typeof schema.items === "object" ? shape(schema.items, indent) : "any";
  const bounds = between(schema.minItems, schema.maxItems);
  const list = item.includes(" ") && !/^[{[]/.test(item) ? `(${item})[]` : `${item}[]`;
  return bounds === "" ? list : `${list} ${bounds}`;
}

function plainShape(schema: JsonSchema, type: string): string {
  const words = [schema.format ?? type];
  if (type === "string") words.push(between(schema.minLength, schema.maxLength));
  else if (schema.exclusiveMinimum !== undefined)
    words.push(`> ${schema.exclusiveMinimum}`, between(undefined, schema.maximum));
  else words.push(between(schema.minimum, schema.maximum));
  if (schema.pattern !== undefined) words.push(`/${schema.pattern}/`);
  return words.filter((word) => word !== "").join(" ");
}

function between(least: number | undefined, most: number | undefined): string {
  if (least === undefined && most === undefined) return "";
  if (most === undefined) return `>= ${least}`;
  return least === undefined ? `<= ${most}` : `${least}..${most}`;
}
