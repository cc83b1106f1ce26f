import { Refusal } from "@offgrid/contract/core/refusal";

/** A query that the database cancelled was too big; that is no fault of the portal. */
export async function inTime<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!tookTooLong(error)) throw error;
    throw new Refusal("bad_input", { fields: { from: "This takes too long to compute; choose a shorter range." } });
  }
}

/** Did the database cancel the query? */
export function tookTooLong(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === "57014";
}
