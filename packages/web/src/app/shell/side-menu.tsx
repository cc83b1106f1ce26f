import type { MenuEntry } from "@offgrid/contract/core/menu";
import { IconBox, IconChevronDown, IconChevronRight, IconPlus } from "@tabler/icons-react";
import { Link, type LinkProps } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";

import type { ScreenName } from "../../core/screen.ts";
import { Hint } from "../../ui/hint.tsx";
import { CountBadge } from "./count-badge.tsx";
import { badgeText, groupEntries, isActive, type UnreadCount, unreadText } from "./menu-entries.ts";
import { menuIcons } from "./menu-icons.tsx";
import classes from "./menu.module.css";

interface Props {
  entries: readonly MenuEntry[];
  /** Entries that are hidden until this person switches them on. */
  offered: readonly MenuEntry[];
  /** Path of the entry that is marked as the place where one is. */
  marked: string | undefined;
  pathname: string;
  unread: Readonly<Record<"events" | "warnings" | "tickets", UnreadCount>>;
  /** Only icons, with the words as tooltips. */
  rail: boolean;
  onNavigate: () => void;
  /** Switches on an entry that is hidden by default. */
  onShow: (id: string) => void;
}

/** The side menu: groups open and close; the group of the shown page starts open. */
export function SideMenu(props: Props) {
  return (
    <div className={props.rail ? classes.rail : undefined}>
      <MenuList {...props} />
      {!props.rail && props.offered.length > 0 && <HiddenEntries {...props} />}
    </div>
  );
}

/** What the menu could hold besides, each to be added by one press. */
function HiddenEntries({ offered, onShow }: Props) {
  const { t } = useTranslation(["shell", "shared"]);
  return (
    <ul className={classes.hidden} aria-label={t("hidden_entries")}>
      {offered.map(({ id, label }) => (
        <li key={id}>
          <button type="button" className={classes.show} onClick={() => onShow(id)}>
            <IconPlus size={16} aria-hidden />
            {t("show_entry", { name: t(`shared:screen.${label as ScreenName}`) })}
          </button>
        </li>
      ))}
    </ul>
  );
}

function MenuList(props: Props) {
  return (
    <ul className={classes.menu}>
      {props.entries.map((entry) => (
        <li key={entry.path ?? entry.id}>
          {entry.children ? <MenuGroup entry={entry} {...props} /> : <MenuLink entry={entry} {...props} />}
        </li>
      ))}
    </ul>
  );
}

function MenuGroup({ entry, ...props }: Props & { entry: MenuEntry }) {
  const { t } = useTranslation();
  const children = groupEntries(entry);
  const holdsPage = children.some((child) => child.path === props.marked);
  const [chosen, setOpen] = useState<boolean>();
  const open = chosen ?? holdsPage;
  const label = t(`screen.${entry.label as ScreenName}`);
  return (
    <>
      <Labelled label={label} rail={props.rail}>
        <button type="button" className={classes.entry} aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name={entry.label} />
          <span className={labelClass(props.rail)}>{label}</span>
          {!props.rail &&
            (open ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />)}
        </button>
      </Labelled>
      {open && <MenuList {...props} entries={children} />}
    </>
  );
}

function MenuLink({ entry, pathname, marked, unread, rail, onNavigate }: Props & { entry: MenuEntry }) {
  const { t } = useTranslation(["shell", "shared"]);
  const label = t(`shared:screen.${entry.label as ScreenName}`);
  const active = entry.path === marked && (isActive(entry.path, pathname) ? "page" : "below");
  const count = entry.badge && unread[entry.badge];
  const badge = badgeText(count);
  return (
    <Labelled label={label} rail={rail}>
      <Link
        to={entry.path as LinkProps["to"]}
        className={classes.entry}
        // The page itself is filled; the way back from one that has no entry is told by its weight alone.
        data-active={active || undefined}
        aria-current={active ? (active === "page" ? "page" : "true") : undefined}
        onClick={onNavigate}
      >
        <Icon name={entry.label} />
        <span className={labelClass(rail)}>{label}</span>
        {badge && (
          <>
            <CountBadge count={count} />
            <span className="visually-hidden">{unreadText(count, t)}</span>
          </>
        )}
      </Link>
    </Labelled>
  );
}

function labelClass(rail: boolean): string {
  return rail ? "visually-hidden" : "og-rest og-anywhere";
}

function Labelled({ label, rail, children }: { label: string; rail: boolean; children: ReactElement }) {
  if (!rail) return children;
  return (
    <Hint label={label} position="right">
      {children}
    </Hint>
  );
}

function Icon({ name }: { name: string }) {
  const Found = menuIcons[name] ?? IconBox;
  return (
    <span aria-hidden style={{ display: "inline-flex" }}>
      <Found size={20} />
    </span>
  );
}
