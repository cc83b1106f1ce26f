import type { ReportFile } from "@offgrid/contract/reports/report-choices";

import { type Answer, type Input, call, receiveFile } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { saveFile } from "../../core/save-file.ts";

export type Report = Answer<"reportList">["data"][number];
export type ReportInput = Input<"reportSave">;
export type ReportPlan = ReportInput["plan"];

/** The person's own reports; what came of them changes without the screen. */
export function useReports() {
  return useCall("reportList", {}, { select: ({ data }) => data, staleTime: 0, refetchInterval: 30_000 });
}

/** Charts that a report can be about, by name. */
export function useChartChoices() {
  return useCall("chartList", {}, { select: ({ data }) => data }).data;
}

/** @throws ApiError */
export async function saveReport(input: ReportInput): Promise<void> {
  await call("reportSave", input);
  refresh("reportList");
}

/** @throws ApiError */
export async function deleteReport(id: string): Promise<void> {
  await call("reportDelete", { id });
  refresh("reportList");
}

/** @returns the address that it goes to. @throws ApiError */
export async function testReport(plan: ReportPlan): Promise<string> {
  return (await call("reportTest", { plan })).data.to;
}

export type Preview = Answer<"reportPreview">["data"];

/** A report as the person would be sent it at this moment; asked anew each time that it is opened. */
export function usePreview(plan: ReportPlan) {
  return useCall("reportPreview", { plan }, { select: ({ data }) => data, staleTime: Infinity, gcTime: 0 });
}

/** @throws ApiError */
export async function savePreviewFile(plan: ReportPlan, format: ReportFile): Promise<void> {
  saveFile(await receiveFile("reportPreviewFile", { plan, format }));
}

/** @throws ApiError not_found where the link is none. */
export async function stopReport(token: string, stop: boolean): Promise<Answer<"reportStop">["data"]> {
  return (await call("reportStop", { token, stop })).data;
}
