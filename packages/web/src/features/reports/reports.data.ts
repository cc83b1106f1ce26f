import { useCall } from "../../core/api/use-call.ts";

export function useReports() {
  return useCall("reportList", {}, { select: ({ data }) => data });
}
