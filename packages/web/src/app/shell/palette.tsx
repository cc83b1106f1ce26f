import { Modal, TextInput, useMantineColorScheme } from "@mantine/core";
import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import type { MenuEntry } from "@offgrid/contract/core/menu";
import { IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { useCall } from "../../core/api/use-call.ts";
import { currentLocale } from "../../core/i18n/locale.ts";
import { useTick } from "../../core/live/tick.ts";
import { useKnownMs } from "../../domain/containers/containers.data.tsx";
import type { ScreenName } from "../../core/screen.ts";
import { ContainerOption } from "./container-option.tsx";
import { worstFirst } from "../../domain/containers/fleet-facts.ts";
import { containerText, fuzzySearch } from "../../domain/containers/search-containers.ts";
import { containerTabs } from "../../features/container/tabs/container-tabs.ts";
import { takeLetters } from "./early-key.ts";
import { chooseOwnLocale } from "./own-locale.ts";
import classes from "./palette.module.css";

export interface PaletteProps {
  entries: readonly MenuEntry[];
  /** Id of the container whose screen is open, whose tabs are found too. */
  openContainer: string | undefined;
  onTheme: (theme: "light" | "dark") => void;
  onSheet: () => void;
  onSignOut: () => void;
  onClose: () => void;
}

/** One line of the palette. Dangerous acts would open their dialog, and never run from here. */
interface Choice {
  id: string;
  text: string;
  shown: ReactNode;
  run: () => void;
}

/** People do not read more than this before they type another letter. */
const shownAtMost = 12;
/** Where one looks when nothing was found. */
const manualId = "manual";
/** Centred, it would move with each letter that changes how many lines it has. */
const fixedTop = { centered: false, yOffset: "15vh" } as const;
/** Containers before anything is typed. */
const firstPlaces = 4;

/** Containers, pages and actions, found by a few letters. */
export function Palette({ onClose, ...props }: PaletteProps) {
  const { t } = useTranslation(["shell", "shared"]);
  const [typed, setTyped] = useState("");
  const [place, setPlace] = useState(0);
  const found = useFound(props, typed);
  const chosen = Math.min(place, found.length - 1);
  const run = (choice: Choice | undefined) => {
    if (!choice) return;
    onClose();
    choice.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && found.length > 0) {
      event.preventDefault();
      setPlace((chosen + by + found.length) % found.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(found[chosen]);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size="lg"
      {...fixedTop}
      aria-label={t("keys.palette")}
    >
      <TextInput
        data-autofocus
        className={classes.field}
        size="md"
        role="combobox"
        aria-expanded
        aria-controls="palette-choices"
        aria-activedescendant={found[chosen] && `palette-${found[chosen].id}`}
        aria-label={t("palette.label")}
        placeholder={t("palette.label")}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={typed}
        onFocus={() => setTyped(typed + takeLetters())}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Choices
        found={found}
        chosen={chosen}
        missing={found[0]?.id === manualId ? typed.trim() : undefined}
        onChoose={run}
      />
    </Modal>
  );
}

/** What has the typed letters; the manual where nothing has. */
function useFound(props: Omit<PaletteProps, "onClose">, typed: string): readonly Choice[] {
  const { t } = useTranslation(["shell", "shared"]);
  const choices = useChoices(props, typed);
  const navigate = useNavigate();
  const found = fuzzySearch(choices, typed, ({ text }) => text).slice(0, shownAtMost);
  if (found.length > 0) return found;
  const text = t("palette.manual", { text: typed.trim() });
  const run = () => void navigate({ to: "/help/{-$slug}", search: { search: typed.trim() } });
  return [{ id: manualId, text, shown: plainLine(text, t("shared:screen.help")), run }];
}

interface ChoicesProps {
  found: readonly Choice[];
  /** Place of the one that Enter takes. */
  chosen: number;
  /** What nothing here is called; the one choice is to look elsewhere. */
  missing: string | undefined;
  onChoose: (choice: Choice) => void;
}

function Choices({ found, chosen, missing, onChoose }: ChoicesProps) {
  const { t } = useTranslation("shell");
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-selected='true']")?.scrollIntoView({ block: "nearest" });
  }, [chosen, found]);
  return (
    <>
      <p className={`${classes.none} og-note`} role="status">
        {missing === undefined ? "" : t("palette.none", { text: missing })}
      </p>
      <div className={classes.list} id="palette-choices" role="listbox" aria-label={t("palette.choices")} ref={list}>
        {found.map((choice, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys
          <div
            key={choice.id}
            id={`palette-${choice.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={classes.choice}
            onClick={() => onChoose(choice)}
          >
            {choice.shown}
          </div>
        ))}
      </div>
      <p className="og-small" style={{ padding: "8px 16px", borderTop: "1px solid var(--og-border)" }}>
        <span aria-hidden>{t("palette.keys")}</span>
      </p>
    </>
  );
}

function useChoices({ entries, openContainer, ...acts }: Omit<PaletteProps, "onClose">, typed: string): Choice[] {
  const navigate = useNavigate();
  const pages = usePages(entries);
  const actions = useActions(acts);
  const containers = useCall("getSitesV2", {}).data?.data ?? [];
  const tabs = useTabs(containers, openContainer, typed);
  const knownMs = useKnownMs(useTick());
  const places = worstFirst(containers, knownMs).map((row): Choice => ({
    id: `container-${row.containerId}`,
    text: containerText(row),
    shown: <ContainerOption row={row} />,
    run: () => void navigate({ to: "/containers/$slug", params: { slug: row.containerId } }),
  }));
  // Before anything is typed: what needs someone most, then where one can go.
  return [...places.slice(0, firstPlaces), ...pages, ...actions, ...tabs, ...places.slice(firstPlaces)];
}

/** A line of one text, with what it is or belongs to. */
function plainLine(text: string, kind: string) {
  return (
    <>
      <span>{text}</span>
      <span className="og-muted og-text-12">{kind}</span>
    </>
  );
}

/** The pages of the menu, and those that other pages lead to; found by their groups and by words for them too. */
function usePages(entries: readonly MenuEntry[]): Choice[] {
  const { t } = useTranslation(["shell", "shared"]);
  const navigate = useNavigate();
  const name = (label: string) => t(`shared:screen.${label as ScreenName}`);
  // A group of the menu only opens there; where it has a page of its own, that is found here.
  const inMenu = entries.flatMap(({ label: group, children = [], ...entry }): Page[] => [
    { label: group, path: entry.path },
    ...children.map(({ label, path }) => ({ label, path, group })),
  ]);
  const mayReadPeople = inMenu.some(({ label }) => label === "users_list");
  const beside: Page[] = [
    ...(mayReadPeople ? [{ label: "roles", path: "/users/role", group: "users" }] : []),
    ...(inMenu.some(({ label }) => label === "charts")
      ? [{ label: "widgets", path: "/widgets", group: "charts" }]
      : []),
    { label: "profile", path: "/users/profile" },
    { label: "help", path: "/help" },
  ];
  return [...inMenu, ...beside].flatMap(({ label, path, group }): Choice[] => {
    if (path === undefined) return [];
    const text = name(label);
    const kind = group === undefined ? t("palette.page") : name(group);
    const words = (wordedPages as readonly string[]).includes(label) ? t(`palette.words.${label as WordedPage}`) : "";
    return [
      {
        id: `page-${label}`,
        text: `${text} ${group === undefined ? "" : kind} ${words}`,
        shown: plainLine(text, kind),
        run: () => void navigate({ to: path }),
      },
    ];
  });
}

/** The tabs of the open container by their names, and those of any container by its name beside that of a tab. */
function useTabs(rows: readonly ContainerRow[], openContainer: string | undefined, typed: string): Choice[] {
  // Until these words have come there are no tabs to be found.
  const { t, ready } = useTranslation(["container", "shell"], { useSuspense: false });
  const navigate = useNavigate();
  const words = typed.trim().split(/\s+/);
  if (!ready) return [];
  const isOneWord = words.length === 1;
  const named = isOneWord ? rows.filter(({ containerId }) => containerId === openContainer) : namedBy(rows, words);
  return named.flatMap((row) =>
    containerTabs.flatMap((tab): Choice[] => {
      const label = t(`tab.${tab}`);
      // Its name alone, of more than one word, means the container.
      if (!isOneWord && !words.some((word) => fuzzySearch([label], word, String).length > 0)) return [];
      return [
        {
          id: `tab-${row.containerId}-${tab}`,
          text: isOneWord ? label : `${label} ${containerText(row)}`,
          shown: plainLine(`${label} · ${row.name}`, t("shell:palette.tab")),
          run: () =>
            void navigate({
              to: "/containers/$slug",
              params: { slug: row.containerId },
              search: tab === "overview" ? {} : { tab },
            }),
        },
      ];
    }),
  );
}

/** So many containers are looked at for each word. */
const namedAtMost = 5;

/** The containers that any of the words may name. */
function namedBy(rows: readonly ContainerRow[], words: readonly string[]): ContainerRow[] {
  return [...new Set(words.flatMap((word) => fuzzySearch(rows, word, containerText).slice(0, namedAtMost)))];
}

interface Page {
  label: string;
  path: string | undefined;
  /** Label of the group that it is in. */
  group?: string;
}

/** Pages that people also look for by other words than their names. */
const wordedPages = ["audit", "clusters", "users_list", "roles", "profile", "help"] as const;
type WordedPage = (typeof wordedPages)[number];

function useActions({ onTheme, onSheet, onSignOut }: Pick<PaletteProps, "onTheme" | "onSheet" | "onSignOut">) {
  const { t } = useTranslation("shell");
  const { setColorScheme } = useMantineColorScheme();
  const theme = (scheme: "light" | "dark") => () => {
    setColorScheme(scheme);
    onTheme(scheme);
  };
  const otherLocale = currentLocale === "fr" ? "en" : "fr";
  return (
    [
      ["dark", t("palette.dark"), theme("dark")],
      ["light", t("palette.light"), theme("light")],
      ["language", t("palette.language"), () => chooseOwnLocale(otherLocale)],
      ["sheet", t("keys.title"), onSheet],
      ["out", t("sign_out"), onSignOut],
    ] as const
  ).map(([id, text, run]): Choice => ({ id: `act-${id}`, text, shown: plainLine(text, t("palette.action")), run }));
}
