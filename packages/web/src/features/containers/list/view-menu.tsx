import type { SavedView } from "@offgrid/contract/users/users.schema";
import { ActionIcon, Button, Popover, Text, TextInput } from "@mantine/core";
import { IconBookmark, IconDeviceFloppy, IconPencil, IconTrash } from "@tabler/icons-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { sayUndo } from "../../../ui/toast.tsx";
import { type SiteWish, readWish } from "../list-choices.ts";
import { isNameUsed, isView, mostViews, withName, withView } from "./saved-views.ts";
import styles from "./view-menu.module.css";

export interface ViewMenuProps {
  views: readonly SavedView[];
  /** What the list shows now. */
  wish: SiteWish;
  onApply: (wish: SiteWish) => void;
  /** Keeps all views in the place of those before. */
  onSave: (views: SavedView[]) => void;
}

/** Views of the list by their names: shown, kept anew, overwritten, renamed and deleted. */
export function ViewMenu({ views, wish, onApply, onSave }: ViewMenuProps) {
  const { t } = useTranslation("container-list");
  const [isOpen, setOpen] = useState(false);
  const [renamed, setRenamed] = useState<string>();
  const dropdown = useRef<HTMLDivElement>(null);
  const focusNext = useRef<string>(undefined);

  // What had the focus may be gone by what it did; without a focus no key would close this again.
  useEffect(() => {
    const wanted = focusNext.current;
    if (wanted === undefined) return;
    focusNext.current = undefined;
    dropdown.current?.querySelector<HTMLElement>(wanted)?.focus();
  });

  const save = (next: SavedView[], told: string) => {
    const before = [...views];
    focusNext.current = "form input, button";
    onSave(next);
    sayUndo(told, () => onSave(before));
  };
  const apply = (view: SavedView) => {
    onApply(readWish(view.search));
    setOpen(false);
  };
  return (
    <Popover
      width={360}
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      shadow="md"
      trapFocus
      withinPortal
      returnFocus
    >
      <Popover.Target>
        <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />} onClick={() => setOpen(!isOpen)}>
          {views.find((view) => isView(view, wish))?.name ?? t("views.open")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown ref={dropdown} aria-label={t("views.title")} className={styles.drop}>
        {views.length === 0 ? (
          <Text size="sm">{t("views.none")}</Text>
        ) : (
          <ul className={styles.views} aria-label={t("views.title")}>
            {views.map((view) =>
              renamed === view.name ? (
                <li key={view.name}>
                  <NameForm
                    label={t("views.renamed", { name: view.name })}
                    submit={t("views.keep")}
                    start={view.name}
                    isUsed={(name) => isNameUsed(views, name, view.name)}
                    onName={(name) => {
                      focusNext.current = "form input, button";
                      onSave(withName(views, view.name, name));
                      setRenamed(undefined);
                    }}
                  />
                </li>
              ) : (
                <li key={view.name} className={styles.view}>
                  <button
                    type="button"
                    className={styles.apply}
                    aria-label={t("views.apply", { name: view.name })}
                    aria-current={isView(view, wish) || undefined}
                    onClick={() => apply(view)}
                  >
                    {view.name}
                  </button>
                  <ActionIcon
                    variant="subtle"
                    size={32}
                    aria-label={t("views.overwrite", { name: view.name })}
                    onClick={() => save(withView(views, view.name, wish), t("views.overwritten", { name: view.name }))}
                  >
                    <IconDeviceFloppy size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    size={32}
                    aria-label={t("views.rename", { name: view.name })}
                    onClick={() => {
                      focusNext.current = "li form input";
                      setRenamed(view.name);
                    }}
                  >
                    <IconPencil size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    size={32}
                    color="red"
                    aria-label={t("views.delete", { name: view.name })}
                    onClick={() =>
                      save(
                        views.filter((other) => other !== view),
                        t("views.deleted", { name: view.name }),
                      )
                    }
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                </li>
              ),
            )}
          </ul>
        )}
        {views.length < mostViews ? (
          <NameForm
            label={t("views.name")}
            submit={t("views.save")}
            isUsed={(name) => isNameUsed(views, name)}
            onName={(name) => {
              focusNext.current = "form input, button";
              onSave(withView(views, name, wish));
            }}
          />
        ) : (
          <Text size="sm">{t("views.full")}</Text>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

interface NameFormProps {
  label: string;
  submit: string;
  start?: string;
  isUsed: (name: string) => boolean;
  onName: (name: string) => void;
}

function NameForm({ label, submit, start = "", isUsed, onName }: NameFormProps) {
  const { t } = useTranslation("container-list");
  const [name, setName] = useState(start);
  const used = isUsed(name);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (used || name.trim() === "") return;
    onName(name);
    setName("");
  };
  return (
    <form className={styles.form} onSubmit={send}>
      <TextInput
        label={label}
        value={name}
        maxLength={64}
        error={used ? t("views.used") : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={used || name.trim() === ""}>
        {submit}
      </Button>
    </form>
  );
}
