import { useTranslation } from "react-i18next";

import { setFavorite } from "../core/sites/favorites.data.ts";
import { sayFailure, sayUndo } from "./toast.tsx";

export interface FavoriteToggle {
  containerId: string;
  name: string;
  isFavorite: boolean;
  /** Of a favourite that is taken away: the one that stood after it, for the way back; null: it was the last. */
  before?: string | null;
}

/** Makes a container a favourite or none at once, and offers the way back. */
export function useFavoriteToggle(): (container: FavoriteToggle) => void {
  const { t } = useTranslation(["ui", "shared"]);
  const send = (change: Parameters<typeof setFavorite>[0]): Promise<boolean> =>
    setFavorite(change).then(
      () => true,
      (error: { code?: string }) => {
        sayFailure(t(error.code === "unreachable" ? "shared:refusal.unreachable" : "favorite.failed"));
        return false;
      },
    );
  return ({ containerId, name, isFavorite, before }) => {
    const back = { containerId, favorite: isFavorite, ...(before === undefined ? {} : { before }) };
    void send({ containerId, favorite: !isFavorite }).then((isDone) => {
      if (isDone) sayUndo(t(isFavorite ? "favorite.removed" : "favorite.added", { name }), () => void send(back));
    });
  };
}
