/** A float8[] of PostgreSQL as text, its cheapest form over the wire. Pure. */

/** `{1,NULL,-0}`; keeps every bit of finite numbers. */
export function toArrayText(values: readonly (number | null | undefined)[]): string {
  let text = "{";
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? "NULL";
    text += `${index ? "," : ""}${value === 0 && Object.is(value, -0) ? "-0" : value}`;
  }
  return `${text}}`;
}

/** Stored readings are finite, so every number is valid JSON. */
export function parseArray(text: string | null | undefined): (number | null)[] {
  if (!text) return [];
  return JSON.parse(`[${text.slice(1, -1).replaceAll("NULL", "null")}]`) as (number | null)[];
}
