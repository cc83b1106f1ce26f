import type { SavedView } from "@offgrid/contract/users/users.schema";
import { ActionIcon, Button, Popover, Text, TextInput } from "@mantine/core";
import { IconBookmark, IconDeviceFloppy, IconPencil, IconTrash } from "@tabler/icons-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { sayUndo } from "../../../ui/toast.tsx";
import { type ListQuery, readListQuery } from "../list-choices.ts";
import { isNameUsed, isView, mostViews, withName, withView } from "./saved-views.ts";
import { useOpenAtOnce } from "./use-open-at-once.ts";
import styles from "./view-menu.module.css";

export interface ViewMenuProps {
  views: readonly SavedView[];
  /** What the list shows now. */
  query: ListQuery;
  onApply: (query: ListQuery) => void;
  /** Keeps all views in the place of those before. */
  onSave: (views: SavedView[]) => void;
}

/** Saved views of the list: shown, added, overwritten, renamed and deleted. */
export function ViewMenu({ views, query, onApply, onSave }: ViewMenuProps) {
  const { t } = useTranslation("containers");
  const { isOpen, setOpen, attach } = useOpenAtOnce();
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

  const save = (next: SavedView[], message: string) => {
    const before = [...views];
    focusNext.current = "form input, button";
    onSave(next);
    sayUndo(message, () => onSave(before));
  };
  const apply = (view: SavedView) => {
    onApply(readListQuery(view.search));
    setOpen(false);
  };
  const open = views.find((view) => isView(view, query))?.name ?? t("views.open");
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
        <Button
          ref={attach}
          variant="default"
          title={open}
          leftSection={<IconBookmark size={16} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {open}
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        ref={dropdown}
        aria-label={t("views.title")}
        className="og-stack og-mid"
        maw="calc(100vw - 24px)"
      >
        <Views
          {...{ views, query, renamed, save }}
          onApply={apply}
          onRename={(view) => {
            focusNext.current = "li form input";
            setRenamed(view.name);
          }}
          onRenamed={(view, name) => {
            focusNext.current = "form input, button";
            onSave(withName(views, view.name, name));
            setRenamed(undefined);
          }}
        />
        {views.length < mostViews ? (
          <NameForm
            label={t("views.name")}
            submit={t("views.save")}
            isUsed={(name) => isNameUsed(views, name)}
            onName={(name) => {
              focusNext.current = "form input, button";
              onSave(withView(views, name, query));
            }}
          />
        ) : (
          <Text size="sm">{t("views.full")}</Text>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

interface ViewsProps extends Pick<ViewMenuProps, "views" | "query"> {
  /** Name of the view that is being renamed. */
  renamed: string | undefined;
  /** Keeps these views, with a message that offers to undo it. */
  save: (next: SavedView[], message: string) => void;
  onApply: (view: SavedView) => void;
  onRename: (view: SavedView) => void;
  onRenamed: (view: SavedView, name: string) => void;
}

/** The saved views with their tools; the one that is being renamed is a form. */
function Views({ views, query, renamed, save, onApply, onRename, onRenamed }: ViewsProps) {
  const { t } = useTranslation("containers");
  if (views.length === 0) return <Text size="sm">{t("views.none")}</Text>;
  return (
    <ul className={styles.views} aria-label={t("views.title")}>
      {views.map((view) =>
        renamed === view.name ? (
          <li key={view.name}>
            <NameForm
              label={t("views.renamed", { name: view.name })}
              submit={t("views.keep")}
              start={view.name}
              isUsed={(name) => isNameUsed(views, name, view.name)}
              onName={(name) => onRenamed(view, name)}
            />
          </li>
        ) : (
          <li key={view.name} className="og-row og-tight">
            <ViewTools
              name={view.name}
              isShown={isView(view, query)}
              onApply={() => onApply(view)}
              onOverwrite={() => save(withView(views, view.name, query), t("views.overwritten", { name: view.name }))}
              onRename={() => onRename(view)}
              onDelete={() =>
                save(
                  views.filter((other) => other !== view),
                  t("views.deleted", { name: view.name }),
                )
              }
            />
          </li>
        ),
      )}
    </ul>
  );
}

interface ViewToolsProps {
  name: string;
  /** The list shows this view now. */
  isShown: boolean;
  onApply: () => void;
  onOverwrite: () => void;
  onRename: () => void;
  onDelete: () => void;
}

function ViewTools({ name, isShown, onApply, onOverwrite, onRename, onDelete }: ViewToolsProps) {
  const { t } = useTranslation("containers");
  const tool = { variant: "subtle", size: 32 } as const;
  return (
    <>
      <button
        type="button"
        className={styles.apply}
        aria-label={t("views.apply", { name })}
        aria-current={isShown || undefined}
        onClick={onApply}
      >
        {name}
      </button>
      <ActionIcon {...tool} aria-label={t("views.overwrite", { name })} onClick={onOverwrite}>
        <IconDeviceFloppy size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon {...tool} aria-label={t("views.rename", { name })} onClick={onRename}>
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon {...tool} color="red" aria-label={t("views.delete", { name })} onClick={onDelete}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </>
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
  const { t } = useTranslation("containers");
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
