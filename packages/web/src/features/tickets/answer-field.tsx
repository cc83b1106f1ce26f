import { Button, Combobox, Textarea, useCombobox } from "@mantine/core";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { fillText, openPlaces, placeSign, type TextPlace } from "@offgrid/contract/tickets/ticket-texts";
import { ticketLimits } from "@offgrid/contract/tickets/ticket-types";
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { TicketText } from "./texts.data.ts";

export interface TextsToInsert {
  texts: readonly TicketText[];
  /** What is known of the ticket, in a language. */
  knownIn: (language: LocaleCode) => Partial<Record<TextPlace, string>>;
  /** Somebody looks for a text. */
  onAsk: () => void;
}

interface Props {
  label: string;
  value: string;
  texts: TextsToInsert | undefined;
  error: ReactNode;
  onChange: (text: string) => void;
  onSend: () => void;
  onPaste: (event: ClipboardEvent) => void;
}

/** What opens the list of texts, wherever a word may begin; what follows it narrows the list. */
const opener = "::";
const asking = /(?:^|\s)::([^\n:]{0,60})$/;

/** Finds texts while an answer is written, and inserts one at the caret. */
function useInsertion({ value, texts, onChange }: Pick<Props, "value" | "texts" | "onChange">) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [asked, setAsked] = useState<string>();
  const list = useCombobox({ onDropdownClose: () => setAsked(undefined) });
  const caretOf = () => field.current?.selectionStart ?? value.length;
  const write = (next: string, caret: number) => {
    onChange(next);
    const found = texts && asking.exec(next.slice(0, caret))?.[1];
    setAsked(found);
    if (found === undefined) return list.closeDropdown();
    texts?.onAsk();
    list.openDropdown();
    list.resetSelectedOption();
  };
  const insert = (id: string) => {
    const caret = caretOf();
    const text = texts?.texts.find((one) => one.id === id);
    const before = value.slice(0, caret - opener.length - (asked ?? "").length);
    list.closeDropdown();
    if (!texts || !text) return;
    const filled = fillText(text.text, texts.knownIn(text.language));
    onChange(before + filled + value.slice(caret));
    select(field, before.length, filled);
  };
  const begin = () => {
    const caret = caretOf();
    const before = value.slice(0, caret) + (/(?:^|\s)$/.test(value.slice(0, caret)) ? "" : " ") + opener;
    write(before + value.slice(caret), before.length);
    select(field, before.length, "");
  };
  return { field, list, asked: asked ?? "", write, insert, begin };
}

/** Where an answer is written. A text that is kept for answers is found by `::`, or by its button. */
export function AnswerField({ label, value, texts, error, onChange, onSend, onPaste }: Props) {
  const { t } = useTranslation("tickets");
  const { field, list, asked, write, insert, begin } = useInsertion({ value, texts, onChange });
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || list.dropdownOpened) return;
    event.preventDefault();
    onSend();
  };
  return (
    <Combobox store={list} withinPortal={false} position="top-start" onOptionSubmit={insert}>
      <Combobox.Target withKeyboardNavigation={list.dropdownOpened}>
        <Textarea
          ref={field}
          label={label}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={ticketLimits.longestMessage}
          value={value}
          error={error}
          onChange={({ currentTarget }) => write(currentTarget.value, currentTarget.selectionStart)}
          onBlur={() => list.closeDropdown()}
          onKeyDown={onKey}
          onPaste={onPaste}
        />
      </Combobox.Target>
      {texts && (
        <Button variant="subtle" size="compact-sm" style={{ alignSelf: "start" }} onClick={begin}>
          {t("texts.insert")}
        </Button>
      )}
      <Combobox.Dropdown>
        <Combobox.Options mah={240} style={{ overflowY: "auto" }} aria-label={t("texts.title")}>
          <Found texts={texts?.texts ?? []} asked={asked} />
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function Found({ texts, asked }: { texts: readonly TicketText[]; asked: string }) {
  const { t, i18n } = useTranslation("tickets");
  const words = asked.trim().toLocaleLowerCase().split(/\s+/);
  const fitting = texts.filter(({ title, text }) =>
    words.every((word) => `${title} ${text}`.toLocaleLowerCase().includes(word)),
  );
  const isOwn = (one: TicketText) => (one.language === i18n.language ? 0 : 1);
  if (fitting.length === 0) return <Combobox.Empty>{t("texts.noneFound")}</Combobox.Empty>;
  return fitting
    .toSorted((one, other) => isOwn(one) - isOwn(other))
    .map(({ id, language, title, text }) => (
      <Combobox.Option key={id} value={id}>
        <span className="og-strong">{title}</span> <span className="og-note">{language.toUpperCase()}</span>
        <span className="og-note og-anywhere" style={{ display: "block" }} lang={language}>
          {text.length > 90 ? `${text.slice(0, 90)}…` : text}
        </span>
      </Combobox.Option>
    ));
}

/** Once the field has the text: its first place that is still to be filled is selected, else what follows it is written. */
function select(field: { current: HTMLTextAreaElement | null }, from: number, text: string): void {
  requestAnimationFrame(() => {
    const [open] = openPlaces(text);
    const start = open === undefined ? from + text.length : from + text.indexOf(placeSign(open));
    field.current?.focus();
    field.current?.setSelectionRange(start, open === undefined ? start : start + placeSign(open).length);
  });
}
