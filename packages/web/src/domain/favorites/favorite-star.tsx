import { IconStar, IconStarFilled } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import styles from "./favorite-star.module.css";

export interface FavoriteStarProps {
  /** Of what it marks. */
  name: string;
  isFavorite: boolean;
  /** False where a key does the same and many stand on a page. */
  focusable?: boolean;
  onToggle: () => void;
}

/** The star that makes something a favourite, or none any more. */
export function FavoriteStar({ name, isFavorite, focusable = true, onToggle }: FavoriteStarProps) {
  const { t } = useTranslation("container-facts");
  const Icon = isFavorite ? IconStarFilled : IconStar;
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isFavorite}
      aria-label={t("star.label", { name })}
      title={t(isFavorite ? "star.remove" : "star.add")}
      tabIndex={focusable ? undefined : -1}
      onClick={onToggle}
    >
      <Icon size={18} aria-hidden />
    </button>
  );
}
