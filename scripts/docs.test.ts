import { describe, expect, test } from "vitest";
import { z } from "zod";

import { pathsIn } from "./docs.paths.ts";
import { jsonSchema, shape } from "./docs.shape.ts";

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

describe("paths in documents", () => {
  test("are found in backticks and in links within the repository", () => {
    const text = "See `packages/web/src/main.tsx`, [calls](api.md#login), [out](https://example.org) and `npm test`.";
    expect(pathsIn("docs/architecture.md", text)).toEqual(["packages/web/src/main.tsx", "docs/api.md"]);
  });
});
