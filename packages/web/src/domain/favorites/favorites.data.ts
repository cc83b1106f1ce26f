import { call } from "../../core/api/call.ts";
import { patchAnswers, queryClient, refresh } from "../../core/api/query-client.ts";
import { callQuery, useCall } from "../../core/api/use-call.ts";
import { type FavoriteChange, withFavorite } from "./favorite-order.ts";

/** Ids of the favourites in their order, also of containers that the person does not see any more. */
export function useFavoriteIds() {
  return useCall(
    "getUserSetting",
    {},
    { staleTime: 60_000, select: ({ userSetting }) => userSetting.favorites ?? none },
  );
}

const none: readonly string[] = [];

/** Changes are sent one after the other, so that the last answer has them all. */
let sending: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Adds a container to the favourites, removes it, or moves it among them. The screens follow at once, and revert on
 * failure.
 * @throws ApiError not_found for one that the person does not see.
 */
export async function setFavorite(change: FavoriteChange): Promise<void> {
  const { queryKey } = callQuery("getUserSetting", {});
  void queryClient.cancelQueries({ queryKey });
  const known = queryClient.getQueryData(queryKey)?.userSetting.favorites ?? [];
  waiting++;
  show(withFavorite(known, change));
  const sent = sending.then(() => call("favoriteSet", change, { outlivesPage: true }));
  sending = sent.catch(() => undefined);
  try {
    const { data } = await sent;
    if (waiting === 1) show(data.favorites);
  } catch (error) {
    if (waiting === 1) show(known);
    refresh("getUserSetting", "getSitesV2", "getContainerInfoV4");
    throw error;
  } finally {
    waiting--;
  }
}

/** Puts the favourites into every cached answer that has them. */
function show(favorites: string[]): void {
  const chosen = new Set(favorites);
  patchAnswers("getUserSetting", (answer) => ({ ...answer, userSetting: { ...answer.userSetting, favorites } }));
  patchAnswers("getSitesV2", (answer) => ({
    ...answer,
    data: answer.data.map((row) => {
      const favorite = chosen.has(row.containerId);
      return row.favorite === favorite ? row : { ...row, favorite };
    }),
  }));
  patchAnswers("getContainerInfoV4", (answer) => {
    const favorite = chosen.has(answer.data.containerId);
    return answer.data.favorite === favorite ? answer : { ...answer, data: { ...answer.data, favorite } };
  });
}
