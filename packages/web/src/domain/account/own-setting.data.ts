import { type Answer, call } from "../../core/api/call.ts";
import { queryClient, refresh } from "../../core/api/query-client.ts";
import { callQuery, useCall } from "../../core/api/use-call.ts";

export type OwnSetting = Answer<"getUserSetting">["userSetting"];

/** What the signed-in person has chosen for themselves. */
export function useOwnSetting() {
  return useCall("getUserSetting", {}, { staleTime: 60_000, select: ({ userSetting }) => userSetting });
}

/** Changes are sent one after the other, so that none overtakes another and the last answer has them all. */
let sending: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** Saves settings; keys that are absent stay as they are. The screen follows at once, and returns where it fails. */
export async function saveSetting(setting: OwnSetting): Promise<void> {
  const { queryKey } = callQuery("getUserSetting", {});
  void queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueryData(queryKey);
  queryClient.setQueryData(
    queryKey,
    (answer) => answer && { ...answer, userSetting: { ...answer.userSetting, ...setting } },
  );
  waiting++;
  const sent = sending.then(() => call("saveUserSetting", setting, { outlivesPage: true }));
  sending = sent.catch(() => undefined);
  try {
    const answer = await sent;
    if (waiting === 1) queryClient.setQueryData(queryKey, answer);
  } catch (error) {
    if (waiting === 1) queryClient.setQueryData(queryKey, before);
    else refresh("getUserSetting");
    throw error;
  } finally {
    waiting--;
  }
}
