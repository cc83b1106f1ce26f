import { ActionIcon, Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp, IconGripVertical } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ContainerCard } from "../../domain/containers/container-card.tsx";
import { FavoriteStar } from "../../domain/favorites/favorite-star.tsx";
import { columns } from "../../ui/columns.ts";
import { dropTarget, neighbourOf } from "../../ui/list-moves.ts";
import type { Favorite } from "./favorites.data.ts";
import styles from "./favorites.module.css";

const cardPx = 280;
/** A window of less than two cards with what is around them: cards stand above each other. */
const oneColumn = "(max-width: 603px)";

export interface FavoriteCardsProps {
  favorites: readonly Favorite[];
  now: number;
  /** Before which other it shall stand; null: at the end. */
  onMove: (favorite: Favorite, before: string | null) => void;
  onRemove: (favorite: Favorite) => void;
}

/** Cards that are put in order by their handles, by buttons, and by Alt with the arrow keys. */
export function FavoriteCards({ favorites, now, onMove, onRemove }: FavoriteCardsProps) {
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const focusNext = useRef<{ id: string; part: string }>(undefined);
  const ids = favorites.map(({ id }) => id);

  // A card that changes its place in the page loses the focus on the way.
  useEffect(() => {
    const wanted = focusNext.current;
    if (!wanted) return;
    focusNext.current = undefined;
    const card = [...(list.current?.children ?? [])].find(
      (one) => (one as HTMLElement).dataset["favorite"] === wanted.id,
    );
    card?.querySelector<HTMLElement>(wanted.part)?.focus();
  });

  const step = (favorite: Favorite, by: -1 | 1, part: string) => {
    const before = neighbourOf(ids, favorite.id, by);
    if (before === undefined) return;
    focusNext.current = { id: favorite.id, part };
    onMove(favorite, before);
  };
  const drop = (onto: string) => {
    const favorite = favorites.find(({ id }) => id === dragged);
    const before = dragged === undefined ? undefined : dropTarget(ids, dragged, onto);
    setDragged(undefined);
    setOver(undefined);
    if (favorite && before !== undefined) onMove(favorite, before);
  };
  return (
    <ul className="og-plain-list og-grid og-mid" style={columns(cardPx)} ref={list}>
      {favorites.map((favorite, place) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons within do the same
        <li
          key={favorite.id}
          className={styles.item}
          data-favorite={favorite.id}
          data-over={(over === favorite.id && dragged !== favorite.id) || undefined}
          onDragOver={(event) => {
            if (dragged === undefined) return;
            event.preventDefault();
            setOver(favorite.id);
          }}
          onDrop={(event) => {
            event.preventDefault();
            drop(favorite.id);
          }}
        >
          {favorite.container ? (
            <ContainerCard
              container={favorite.container}
              now={now}
              action={<FavoriteStar name={favorite.container.name} isFavorite onToggle={() => onRemove(favorite)} />}
            />
          ) : (
            <Stub id={favorite.id} onRemove={() => onRemove(favorite)} />
          )}
          <MoveBar
            name={favorite.container?.name ?? favorite.id}
            isFirst={place === 0}
            isLast={place === favorites.length - 1}
            onStep={(by, part) => step(favorite, by, part)}
            onDrag={(isDragged) => {
              setDragged(isDragged ? favorite.id : undefined);
              if (!isDragged) setOver(undefined);
            }}
          />
        </li>
      ))}
    </ul>
  );
}

/** Stands for a container that the person does not see any more. */
function Stub({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { t } = useTranslation("favorites");
  return (
    <article className={styles.stub}>
      <h3 className="og-title og-anywhere">{id}</h3>
      <p className="og-quiet">{t("stub")}</p>
      <Button variant="default" onClick={onRemove} aria-label={t("removeNamed", { name: id })}>
        {t("remove")}
      </Button>
    </article>
  );
}

interface MoveBarProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  /** @param part Selector of the button that keeps the focus. */
  onStep: (by: -1 | 1, part: string) => void;
  onDrag: (isDragged: boolean) => void;
}

function MoveBar({ name, isFirst, isLast, onStep, onDrag }: MoveBarProps) {
  const { t } = useTranslation("favorites");
  const isOneColumn = useMediaQuery(oneColumn, undefined, { getInitialValueInEffect: false });
  const [Earlier, Later] = isOneColumn ? [IconArrowUp, IconArrowDown] : [IconArrowLeft, IconArrowRight];
  const onKey = (event: KeyboardEvent) => {
    if (!event.altKey) return;
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
    if (by === undefined) return;
    event.preventDefault();
    const part = (event.target as HTMLElement).closest<HTMLElement>("[data-move]")?.dataset["move"];
    onStep(by, `[data-move="${part ?? "later"}"]`);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the buttons within
    <div className="og-row og-tight og-at-end og-muted" onKeyDown={onKey}>
      <span
        className={styles.grip}
        draggable
        title={t("drag")}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = "move";
          event.dataTransfer.setData("text/plain", name);
          const card = event.currentTarget.closest("li");
          if (card) event.dataTransfer.setDragImage(card, 24, 24);
          onDrag(true);
        }}
        onDragEnd={() => onDrag(false)}
      >
        <IconGripVertical size={18} aria-hidden />
      </span>
      <MoveButton move="earlier" name={name} isAtEnd={isFirst} onStep={onStep}>
        <Earlier size={18} aria-hidden />
      </MoveButton>
      <MoveButton move="later" name={name} isAtEnd={isLast} onStep={onStep}>
        <Later size={18} aria-hidden />
      </MoveButton>
    </div>
  );
}

interface MoveButtonProps extends Pick<MoveBarProps, "name" | "onStep"> {
  move: "earlier" | "later";
  /** It stays within reach of the keyboard, and does nothing. */
  isAtEnd: boolean;
  children: ReactNode;
}

function MoveButton({ move, name, isAtEnd, onStep, children }: MoveButtonProps) {
  const { t } = useTranslation("favorites");
  return (
    <ActionIcon
      variant="subtle"
      size={32}
      data-move={move}
      aria-label={t(move, { name })}
      title={t("keys")}
      aria-disabled={isAtEnd || undefined}
      data-disabled={isAtEnd || undefined}
      onClick={() => onStep(move === "earlier" ? -1 : 1, `[data-move="${move}"]`)}
    >
      {children}
    </ActionIcon>
  );
}
