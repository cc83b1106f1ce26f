import { IconDots } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { CountBadge } from "./count-badge.tsx";
import { badgeText, isActive, type UnreadCount, unreadText } from "./menu-entries.ts";
import { menuIcons } from "./menu-icons.tsx";
import classes from "./menu.module.css";

const places = [
  { path: "/", label: "dashboard", short: "short_dashboard" },
  { path: "/containers", label: "containers", short: "short_containers" },
  { path: "/charts", label: "charts", short: "short_charts" },
  { path: "/warning/history", label: "warnings", short: "short_warnings" },
] as const;

interface Props {
  pathname: string;
  /** Is there a screen at this path, more than its announcement? */
  isThere: (path: string) => boolean;
  warnings: UnreadCount;
  onMore: () => void;
}

/** The places that a thumb reaches on a phone. */
export function BottomBar({ pathname, isThere, warnings, onMore }: Props) {
  const { t } = useTranslation("shell");
  const badge = badgeText(warnings);
  const shown = places.filter(({ path }) => isThere(path));
  return (
    <ul className={classes.bottomList} data-tour="menu">
      {shown.map(({ path, label, short }) => {
        const Icon = menuIcons[label] ?? IconDots;
        const active = isActive(path, pathname);
        return (
          <li key={path}>
            <Link
              to={path}
              className={classes.bottomEntry}
              data-active={active || undefined}
              aria-current={active ? "page" : undefined}
            >
              <Icon size={22} />
              {t(short)}
              {label === "warnings" && badge && (
                <>
                  <CountBadge count={warnings} />
                  <span className="visually-hidden">{unreadText(warnings, t)}</span>
                </>
              )}
            </Link>
          </li>
        );
      })}
      <li>
        <button type="button" className={classes.bottomEntry} onClick={onMore}>
          <IconDots size={22} aria-hidden />
          {t("more")}
        </button>
      </li>
    </ul>
  );
}
