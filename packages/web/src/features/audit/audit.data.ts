import { keepPreviousData } from "@tanstack/react-query";
import access from "virtual:call-access";

import { type Answer, receiveFile } from "../../core/api/call.ts";
import { useCall } from "../../core/api/use-call.ts";
import { saveFile } from "../../core/save-file.ts";
import { browserZone } from "../../ui/use-locale.ts";
import { queryOf } from "./audit-query.ts";
import type { AuditSearch } from "./audit.search.ts";

export const linesPerPage = 50;

export type AuditRow = Answer<"auditList">["data"][number];
/** What ids in lines stand for. */
export type AuditNames = Answer<"auditList">["names"];

/** Actions that a line can have: the calls, and what happens without one. */
export const actions: readonly string[] = [...Object.keys(access), "login_alert", "evidence_frozen", "ticket_mail_in"];

/** A page of lines, newest first. The previous page stays while the next is being fetched. */
export function useAudit({ page = 1, ...search }: AuditSearch) {
  return useCall(
    "auditList",
    { ...queryOf(search, browserZone), page, pageSize: linesPerPage },
    { placeholderData: keepPreviousData, staleTime: 0 },
  );
}

/** Saves all lines that match the filters as a CSV file. */
export async function saveAudit({ page: _page, ...search }: AuditSearch): Promise<void> {
  saveFile(await receiveFile("auditExport", queryOf(search, browserZone)));
}
