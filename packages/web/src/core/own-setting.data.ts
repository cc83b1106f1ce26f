import { type Answer, call } from "./api/call.ts";
import { queryClient } from "./api/query-client.ts";
import { callQuery, useCall } from "./api/use-call.ts";

export type OwnSetting = Answer<"getUserSetting">["userSetting"];

/** What the signed-in person has chosen for themselves. */
export function useOwnSetting() {
  return useCall("getUserSetting", {}, { staleTime: 60_000, select: ({ userSetting }) => userSetting });
}

/** Saves settings; keys that are absent stay as they are. The screen follows at once, and returns where it fails. */
export async function saveSetting(setting: OwnSetting): Promise<void> {
  const { queryKey } = callQuery("getUserSetting", {});
  void queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueryData(queryKey);
  queryClient.setQueryData(
    queryKey,
    (answer) => answer && { ...answer, userSetting: { ...answer.userSetting, ...setting } },
  );
  try {
    queryClient.setQueryData(queryKey, await call("saveUserSetting", setting));
  } catch (error) {
    queryClient.setQueryData(queryKey, before);
    throw error;
  }
}
