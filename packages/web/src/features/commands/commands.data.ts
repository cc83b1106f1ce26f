import { tickMs } from "@offgrid/contract/core/constants";
import { keepPreviousData } from "@tanstack/react-query";

import { receiveFile } from "../../core/api/call.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useCan } from "../../core/can/can.ts";
import { saveFile } from "../../core/save-file.ts";
import { browserZone } from "../../ui/use-locale.ts";
import { filterOf } from "./commands-query.ts";
import type { CommandsSearch } from "./commands.search.ts";

export const commandsPerPage = 50;

/** A page of commands, newest first; live messages patch it. The previous page stays while the next is being fetched. */
export function useCommands({ page = 1, ...search }: CommandsSearch, now: number) {
  return useCall(
    "commandList",
    { filter: filterOf(search, now, browserZone), page, pageSize: commandsPerPage },
    { placeholderData: keepPreviousData, staleTime: 0, refetchInterval: tickMs },
  );
}

/** May the person look for other people? */
export function useMayFindPeople(): boolean {
  return useCan("userList");
}

/** Saves all commands that match the filters as a CSV file. @throws ApiError */
export async function saveCommands(search: CommandsSearch): Promise<void> {
  saveFile(await receiveFile("commandExport", { filter: filterOf(search, Date.now(), browserZone) }));
}
