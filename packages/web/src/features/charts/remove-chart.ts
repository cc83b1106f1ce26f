import { sayFailure, sayUndo } from "../../ui/toast.tsx";
import { deleteChart, type SavedChart } from "../../domain/charts/charts.data.ts";

/** Deletes a chart, and offers to take that back. */
export async function removeChart({ id }: SavedChart, deleted: string, failed: string): Promise<boolean> {
  try {
    await deleteChart(id);
    sayUndo(deleted, () => void deleteChart(id, true).catch(() => sayFailure(failed)));
    return true;
  } catch {
    sayFailure(failed);
    return false;
  }
}
