import { existsSync } from "node:fs";
import { join } from "node:path";

import { calls } from "@offgrid/contract/registry";
import type { CallMap } from "@offgrid/contract/core/call";
import { blockedForMs, connectsPerMinute } from "@offgrid/server/broker/broker-pace";
import { describe, expect, test } from "vitest";
import { z } from "zod";

import { pathsIn, readableFrom } from "./docs.paths.ts";
import { type JsonSchema, jsonSchema, shape } from "./docs.shape.ts";
import { topicsDocument } from "./docs.telemetry.ts";

const shown = (schema: z.ZodType) => shape(jsonSchema(schema, "input"));

describe("the short notation of shapes", () => {
  test("shows bounds, choices, optional fields and defaults", () => {
    const schema = z.strictObject({
      id: z.string().min(1).max(64),
      mode: z.enum(["off", "on"]).default("off"),
      limits: z.array(z.number().min(0)).max(4).optional(),
      at: z.iso.datetime().nullable(),
    });
    expect(shown(schema)).toBe(
      [
        "{",
        "  id: string 1..64",
        '  mode?: "off" | "on" = "off"',
        "  limits?: (number >= 0)[] <= 4",
        "  at: date-time | null",
        "}",
      ].join("\n"),
    );
  });

  test("shows tables, unions and any JSON", () => {
    expect(shown(z.record(z.string(), z.json()))).toBe("{ [name]: any JSON }");
    expect(shown(z.union([z.object({}), z.array(z.tuple([z.int(), z.string()]))]))).toBe("{} | [integer, string][]");
  });
});

test("whoever writes a publisher of their own reads as whom it signs in, how often it may connect, and that times are absolute", () => {
  const text = topicsDocument().replaceAll(/\s+/g, " ");
  expect(text).toContain("| User name | the container's id | | Password | the container's secret |");
  expect(text).toMatch(/\| Client id \| the container's id\. A second connection under it ends the first/);
  const limits = `at most ${connectsPerMinute} a minute under one id; beyond that the id is refused for ${blockedForMs / 60_000} minutes`;
  expect(text).toContain(`| Connections | ${limits}`);
  expect(text).toContain("an absolute instant in epoch milliseconds, UTC**: never seconds, and never relative");
  expect(text).toMatch(/`error` and `bad` with what was refused.* `conflicts` and `conflictsAt`/);
});

/** Names that say in which unit their value is. */
const unitAtEnd = /(Ms|S|W|Wh|Bytes|Percent|DegC|MPerS|Mm|Days|Count)$/;

/** Where a quantity has neither a unit in its name nor a description; whole numbers are counts. */
function unclearIn(schema: JsonSchema, path: string): string[] {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(isQuantity(field) && !unitAtEnd.test(name) ? [`${path}.${name}`] : []),
    ...unclearIn(field, `${path}.${name}`),
  ]);
  const inner = [schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])];
  return [...fields, ...inner.flatMap((one) => (typeof one === "object" ? unclearIn(one, path) : []))];
}

function isQuantity({ type, items, anyOf, description }: JsonSchema): boolean {
  if (description !== undefined) return false;
  const inner = typeof items === "object" ? [items] : (anyOf ?? []);
  return [type ?? []].flat().includes("number") || inner.some(isQuantity);
}

test("every quantity in an answer has its unit in its name or a description, which the documents show", () => {
  const unclear = Object.entries<CallMap[string]>(calls).flatMap(([name, call]) =>
    unclearIn(jsonSchema(call.output, "output"), name),
  );
  expect(unclear).toEqual([]);
  const schema = z.object({ soc: z.number().nullable().describe("Percent") });
  expect(shown(schema)).toBe("{\n  soc: number | null // Percent\n}");
});

describe("paths in documents", () => {
  test("are found in backticks and in links within the repository", () => {
    const text = "See `packages/web/src/main.tsx`, [calls](api.md#login), [out](https://example.org) and `npm test`.";
    expect(pathsIn("docs/architecture.md", text)).toEqual(["packages/web/src/main.tsx", "docs/api.md"]);
  });

  test("that an operator comes to from the page about installing exist, and are few enough to go with a release", () => {
    const root = join(import.meta.dirname, "..");
    const paths = readableFrom(root, "docs/production.md");
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(paths).toEqual(
      expect.arrayContaining(["docs/operations.md", "docs/controller.md", "docs/monitoring/alerts.yaml"]),
    );
    // Such as pictures of screens, to which the repository's own front page leads.
    expect(paths.filter((path) => !path.startsWith("docs/") || path.startsWith("docs/screens/"))).toEqual([]);
  });
});
