import { Refusal } from "@offgrid/contract/core/refusal";

/** A query that the database cancelled was too big; that is no fault of the portal. */
export async function inTime<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isTooLong = error instanceof Error && (error as { code?: unknown }).code === "57014";
    if (!isTooLong) throw error;
    throw new Refusal("bad_input", { fields: { from: "This takes too long to compute; choose a shorter range." } });
  }
}
