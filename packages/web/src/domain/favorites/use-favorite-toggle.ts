import { useTranslation } from "react-i18next";

import { setFavorite } from "./favorites.data.ts";
import { sayDone, sayFailure, sayUndo } from "../../ui/toast.tsx";

export interface FavoriteToggle {
  containerId: string;
  name: string;
  isFavorite: boolean;
  /** Of a favourite that is taken away: the one that stood after it, for the way back; null: it was the last. */
  before?: string | null;
  /** The person does not see it any more: once taken away it cannot come back. */
  isGone?: boolean;
}

/** Makes a container a favourite or none at once, and offers the way back. */
export function useFavoriteToggle(): (container: FavoriteToggle) => void {
  const { t } = useTranslation(["container-facts", "shared"]);
  const send = (change: Parameters<typeof setFavorite>[0]): Promise<boolean> =>
    setFavorite(change).then(
      () => true,
      (error: { code?: string }) => {
        sayFailure(t(error.code === "unreachable" ? "shared:refusal.unreachable" : "star.failed"));
        return false;
      },
    );
  return ({ containerId, name, isFavorite, before, isGone = false }) => {
    const back = { containerId, favorite: isFavorite, ...(before === undefined ? {} : { before }) };
    void send({ containerId, favorite: !isFavorite }).then((isDone) => {
      const text = t(isFavorite ? "star.removed" : "star.added", { name });
      if (isDone && isGone) sayDone(text);
      else if (isDone) sayUndo(text, () => void send(back));
    });
  };
}
