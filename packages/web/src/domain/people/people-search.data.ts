import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";

import { useCall } from "../../core/api/use-call.ts";
import { useCan } from "../../core/can/can.ts";

const pauseMs = 250;
const mostFound = 20;

/**
 * People whose name or address holds what was typed, to choose one of them; nobody for those who may not list people.
 * @param isWanted False while nobody chooses: nothing is asked then.
 */
export function usePeopleSearch(isWanted = true) {
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text, pauseMs);
  const enabled = useCan("userList") && isWanted;
  const { data: people = [] } = useCall(
    "userList",
    { ...(asked === "" ? {} : { search: asked }), sort: "name", pageSize: mostFound },
    { placeholderData: keepPreviousData, enabled, select: ({ data }) => data },
  );
  return { people, search: setText };
}
