import { z } from "zod";

const presented = new WeakMap<z.core.$ZodType, WeakMap<object, unknown>>();

/**
 * Reduces a handler's result to the fields that the output schema of its call names.
 *
 * Rows of `data` may be frozen, which promises that they and everything in them never change. Each is then checked once,
 * however many answers it is in, and its checked form is the same frozen object every time.
 * @throws z.ZodError when the result is not of that schema: a fault of ours, never of the caller.
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
