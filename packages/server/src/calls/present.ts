import { z } from "zod";

const presented = new WeakMap<z.core.$ZodType, WeakMap<object, unknown>>();

/**
 * What leaves of a handler's result: only what the output schema of its call names. The rows of `data` may be frozen,
 * which promises that they and all in them never change: such a row is checked once, however many answers it is in.
 */
export function present(output: z.ZodObject, result: unknown): Record<string, unknown> {
  const { data } = result as { data?: unknown };
  const list = output.shape["data"];
  if (!Array.isArray(data) || !isFrozenRow(data[0]) || !(list instanceof z.ZodArray)) return output.parse(result);
  let known = presented.get(list.element);
  if (!known) presented.set(list.element, (known = new WeakMap()));
  const rows = data.map((row: object) => known.get(row) ?? presentRow(list.element, row, known));
  return { ...output.parse({ ...(result as object), data: [] }), data: rows };
}

function presentRow(schema: z.core.$ZodType, row: object, known: WeakMap<object, unknown>): unknown {
  const checked = z.parse(schema, row);
  // Frozen, so that its text is made only once, too.
  if (isFrozenRow(row)) known.set(row, Object.freeze(checked));
  return checked;
}

function isFrozenRow(row: unknown): row is object {
  return typeof row === "object" && row !== null && Object.isFrozen(row);
}
