import { tickMs } from "@offgrid/contract/core/constants";
import { importLimitBytes, type UploadFault, uploadFaults } from "@offgrid/contract/recordings/import-limits";
import { keepPreviousData } from "@tanstack/react-query";

import { ApiError } from "../../../core/api/api-error.ts";
import { type Answer, type Input, call } from "../../../core/api/call.ts";
import { refresh } from "../../../core/api/query-client.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { useCan } from "../../../core/can/can.ts";

export type OpenedFile = Answer<"importOpen">["data"];
export type FileReport = Answer<"importCheck">["data"];
export type ImportState = Answer<"importList">["data"][number];
export type ImportPlan = Omit<Input<"importCheck">, "containerId" | "importId">;
export type RefusedLine = FileReport["errors"][number];

export function useMayImport(): boolean {
  return useCan("importUpload");
}

const activeMs = 1_000;
const active: readonly ImportState["state"][] = ["waiting", "running", "undoing"];

/** The imports into a container; while one is under way they are fetched again every second. */
export function useImports(containerId: string) {
  return useCall(
    "importList",
    { containerId },
    {
      select: (answer: Answer<"importList">) => answer.data,
      refetchInterval: ({ state }) => (state.data?.data.some((one) => active.includes(one.state)) ? activeMs : tickMs),
    },
  );
}

export function useOpenedFile(containerId: string, importId: number | undefined) {
  return useCall(
    "importOpen",
    { containerId, importId: importId ?? 1 },
    {
      enabled: importId !== undefined,
      // The file stays as it is, and what is being chosen must not jump.
      staleTime: Infinity,
      select: (answer: Answer<"importOpen">) => answer.data,
    },
  );
}

/** What a file holds under this plan; the report before stays while another is made. */
export function useFileReport(containerId: string, importId: number, plan: ImportPlan | undefined) {
  return useCall(
    "importCheck",
    { containerId, importId, ...(plan ?? nothing) },
    {
      enabled: plan !== undefined,
      staleTime: 60_000,
      retry: false,
      placeholderData: keepPreviousData,
      select: (answer: Answer<"importCheck">) => answer.data,
    },
  );
}
const nothing: ImportPlan = { mapping: { time: { column: "" }, columns: [] } };

const uploadTimeoutMs = 10 * 60_000;

/** Packs a file and uploads it. @returns the id of its import. @throws ApiError; `uploadFaultOf` says what is wrong with the file. */
export async function uploadFile(
  containerId: string,
  file: File,
  { sheet = 0, signal }: { sheet?: number; signal?: AbortSignal } = {},
): Promise<number> {
  const packed = new Response(file.stream().pipeThrough(new CompressionStream("gzip")));
  const text = await toBase64(await packed.blob());
  // The rest of the body needs some room.
  if (text.length > importLimitBytes - 4_096)
    throw new ApiError({ code: "bad_input", status: 0, message: "too_large", fields: { file: "too_large" } });
  const { data } = await call(
    "importUpload",
    { containerId, name: file.name.slice(-200) || "file", file: text, sheet },
    { signal, timeoutMs: uploadTimeoutMs },
  );
  refresh("importList");
  return data.importId;
}

function toBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve((reader.result as string).split(",")[1] ?? ""));
    reader.addEventListener("error", () =>
      reject(new ApiError({ code: "bad_input", status: 0, message: "broken", fields: { file: "broken" } })),
    );
    reader.readAsDataURL(blob);
  });
}

/** Why the portal cannot read the file; undefined: the error is another one. */
export function uploadFaultOf(error: Error | null | undefined): UploadFault | undefined {
  if (!(error instanceof ApiError) || error.code === "unreachable") return undefined;
  if (error.code === "too_large") return "too_large";
  return uploadFaults.find((fault) => fault === error.fields?.["file"]);
}

export async function startImport(containerId: string, importId: number, plan: ImportPlan): Promise<void> {
  await call("importStart", { containerId, importId, ...plan });
  refresh("importList");
}

export async function cancelImport(containerId: string, importId: number): Promise<void> {
  await call("importCancel", { containerId, importId });
  refresh("importList");
}

export async function removeImport(containerId: string, importId: number): Promise<void> {
  await call("importRemove", { containerId, importId });
  refresh("importList");
}

export async function undoImport(containerId: string, importId: number): Promise<void> {
  await call("importUndo", { containerId, importId });
  refresh("importList");
}

export async function readReport(containerId: string, importId: number): Promise<Answer<"importReport">["data"]> {
  return (await call("importReport", { containerId, importId })).data;
}
