import { Modal, TextInput, useMantineColorScheme } from "@mantine/core";
import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import type { MenuEntry } from "@offgrid/contract/core/menu";
import { IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { chooseLocale, currentLocale } from "../../core/i18n/locale.ts";
import type { ScreenName } from "../../core/screen.ts";
import { ContainerOption } from "./container-option.tsx";
import { containerText, fuzzySearch } from "../../domain/containers/search-containers.ts";
import classes from "./shell.module.css";

export interface PaletteProps {
  containers: readonly ContainerRow[];
  entries: readonly MenuEntry[];
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

/** Containers, pages and actions, found by a few letters. */
export function Palette({ onClose, ...props }: PaletteProps) {
  const { t } = useTranslation(["shell", "shared"]);
  const [typed, setTyped] = useState("");
  const [place, setPlace] = useState(0);
  const choices = useChoices(props);
  const found = useMemo(() => fuzzySearch(choices, typed, ({ text }) => text).slice(0, shownAtMost), [choices, typed]);
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
      title={undefined}
      aria-label={t("keys.palette")}
    >
      <TextInput
        data-autofocus
        className={classes.paletteField}
        size="md"
        role="combobox"
        aria-expanded
        aria-controls="palette-choices"
        aria-activedescendant={found[chosen] && `palette-${found[chosen].id}`}
        aria-label={t("palette.label")}
        placeholder={t("palette.label")}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Choices found={found} chosen={chosen} onChoose={run} />
    </Modal>
  );
}

interface ChoicesProps {
  found: readonly Choice[];
  /** Place of the one that Enter takes. */
  chosen: number;
  onChoose: (choice: Choice) => void;
}

function Choices({ found, chosen, onChoose }: ChoicesProps) {
  const { t } = useTranslation("shell");
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-selected='true']")?.scrollIntoView({ block: "nearest" });
  }, [chosen, found]);
  return (
    <>
      <div
        className={classes.paletteList}
        id="palette-choices"
        role="listbox"
        aria-label={t("palette.choices")}
        ref={list}
      >
        {found.map((choice, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys
          <div
            key={choice.id}
            id={`palette-${choice.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={classes.paletteChoice}
            onClick={() => onChoose(choice)}
          >
            {choice.shown}
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p className={classes.paletteNone} role="status">
          {t("palette.none")}
        </p>
      )}
    </>
  );
}

function useChoices({ containers, entries, onTheme, onSheet, onSignOut }: Omit<PaletteProps, "onClose">): Choice[] {
  const { t } = useTranslation(["shell", "shared"]);
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const plainLine = (text: string, kind: string) => (
    <>
      <span>{text}</span>
      <span className={classes.optionMeta}>{kind}</span>
    </>
  );
  const theme = (scheme: "light" | "dark") => () => {
    setColorScheme(scheme);
    onTheme(scheme);
  };
  const pages = entries
    .flatMap((entry) => entry.children ?? [entry])
    .flatMap(({ label, path }): Choice[] => {
      if (path === undefined) return [];
      const text = t(`shared:screen.${label as ScreenName}`);
      return [
        {
          id: `page-${label}`,
          text,
          shown: plainLine(text, t("palette.page")),
          run: () => void navigate({ to: path }),
        },
      ];
    });
  const otherLocale = currentLocale === "fr" ? "en" : "fr";
  const actions = (
    [
      ["dark", t("palette.dark"), theme("dark")],
      ["light", t("palette.light"), theme("light")],
      ["language", t("palette.language"), () => chooseLocale(otherLocale)],
      ["profile", t("profile"), () => void navigate({ to: "/users/profile" })],
      ["sheet", t("keys.title"), onSheet],
      ["out", t("sign_out"), onSignOut],
    ] as const
  ).map(([id, text, run]): Choice => ({ id: `act-${id}`, text, shown: plainLine(text, t("palette.action")), run }));
  const places = containers.map((row): Choice => ({
    id: `container-${row.containerId}`,
    text: containerText(row),
    shown: <ContainerOption row={row} />,
    run: () => void navigate({ to: "/containers/$slug", params: { slug: row.containerId } }),
  }));
  return [...places, ...pages, ...actions];
}
