import { Button, Checkbox } from "@mantine/core";
import { IconStar } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useTick } from "../../core/live/tick.ts";
import { WatchContainers } from "../../domain/containers/containers.data.tsx";
import { Async } from "../../ui/async.tsx";
import { useVisible } from "../../domain/containers/use-visible.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { sayFailure } from "../../ui/toast.tsx";
import { useFavoriteToggle } from "../../domain/favorites/use-favorite-toggle.ts";
import { FavoriteCards } from "./favorite-cards.tsx";
import { type Favorite, moveFavorite, useFavorites, usePinned } from "./favorites.data.ts";

/** Cards in view that are kept live; the others follow with each tick. */
const liveCards = 24;

/** The containers that the person marked with the star, in an order of their own. */
export function FavoritesPage() {
  const { t } = useTranslation(["favorites", "shared"]);
  const favorites = useFavorites();
  return (
    <>
      <PageHeader
        title={t("shared:screen.favorites")}
        context={
          favorites.data && favorites.data.length > 0 && <span>{t("count", { count: favorites.data.length })}</span>
        }
      />
      <div className="og-stack">
        <Pin />
        <Async
          of={favorites}
          height={320}
          empty={
            <EmptyState
              title={t("empty.title")}
              why={t("empty.why")}
              icon={<IconStar size={40} />}
              action={
                <Button variant="default" renderRoot={(props) => <Link to="/containers" {...props} />}>
                  {t("empty.list")}
                </Button>
              }
            />
          }
        >
          {(found) => <Cards favorites={found} />}
        </Async>
      </div>
    </>
  );
}

function Pin() {
  const { t } = useTranslation("favorites");
  const pinned = usePinned();
  return (
    <Checkbox
      label={t("pin")}
      disabled={!pinned}
      checked={pinned?.isPinned ?? false}
      onChange={(event) => void pinned?.pin(event.currentTarget.checked).catch(() => sayFailure(t("failed")))}
    />
  );
}

function Cards({ favorites }: { favorites: readonly Favorite[] }) {
  const { t } = useTranslation("favorites");
  const now = useTick();
  const toggle = useFavoriteToggle();
  const [announced, setAnnounced] = useState("");
  const { ids, frameRef } = useVisible<HTMLDivElement>(liveCards, favorites.map(({ id }) => id).join(" "));
  const all = favorites.map(({ id }) => id);
  const nameOf = ({ id, container }: Favorite) => container?.name ?? id;
  return (
    <div ref={frameRef}>
      <WatchContainers ids={ids} />
      <output className="visually-hidden">{announced}</output>
      <h2 className="visually-hidden">{t("list")}</h2>
      <FavoriteCards
        favorites={favorites}
        now={now}
        onMove={(favorite, before) => {
          const others = all.filter((id) => id !== favorite.id);
          const place = before === null ? others.length : others.indexOf(before);
          setAnnounced(t("moved", { name: nameOf(favorite), place: place + 1, total: all.length }));
          void moveFavorite(favorite.id, before).catch(() => sayFailure(t("failed")));
        }}
        onRemove={(favorite) =>
          toggle({
            containerId: favorite.id,
            name: nameOf(favorite),
            isFavorite: true,
            isGone: favorite.container === undefined,
            before: all[all.indexOf(favorite.id) + 1] ?? null,
          })
        }
      />
    </div>
  );
}
