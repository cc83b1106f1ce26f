import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { menu } from "@offgrid/contract/core/menu";
import { useMemo } from "react";

import { saveSetting, useOwnSetting } from "../../domain/account/own-setting.data.ts";
import { setFavorite, useFavoriteIds } from "../../domain/favorites/favorites.data.ts";
import { useContainers } from "../../domain/containers/containers.data.tsx";
import type { Pending } from "../../ui/async.tsx";

/** A favourite: the container's row, or its id alone where the person does not see it any more. */
export interface Favorite {
  id: string;
  container: ContainerRow | undefined;
}

/** The favourites in their order, live as the list of containers is. */
export function useFavorites(): Pending<Favorite[]> {
  const ids = useFavoriteIds();
  const containers = useContainers();
  const data = useMemo(() => {
    if (!ids.data || !containers.data) return undefined;
    const rows = new Map(containers.data.map((container) => [container.containerId, container]));
    return ids.data.map((id) => ({ id, container: rows.get(id) }));
  }, [ids.data, containers.data]);
  return {
    data,
    error: ids.error ?? containers.error,
    isPending: data === undefined,
    isFetching: data === undefined && (ids.isFetching || containers.isFetching),
    refetch: () => Promise.all([ids.refetch(), containers.refetch()]),
  };
}

/** Moves a favourite before another; null: to the end. */
export function moveFavorite(containerId: string, before: string | null): Promise<void> {
  return setFavorite({ containerId, favorite: true, before });
}

const menuId = menu.find(({ label }) => label === "favorites")?.id ?? "";

/** Whether this screen is in the menu, and a function to change that; undefined: not known yet. */
export function usePinned(): { isPinned: boolean; pin: (isPinned: boolean) => Promise<void> } | undefined {
  const setting = useOwnSetting().data;
  if (!setting) return undefined;
  const others = (setting.menu ?? []).filter((id) => id !== menuId);
  return {
    isPinned: (setting.menu ?? []).includes(menuId),
    pin: (isPinned) => saveSetting({ menu: isPinned ? [...others, menuId] : others }),
  };
}
