import { Button, Combobox, Textarea, useCombobox } from "@mantine/core";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { fillText, openSigns, textOpener, type TextPlace } from "@offgrid/contract/tickets/ticket-texts";
import { ticketLimits } from "@offgrid/contract/tickets/ticket-types";
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { TicketText } from "./texts.data.ts";
import type { TicketPerson } from "./tickets.data.ts";

export interface TextsToInsert {
  texts: readonly TicketText[];
  /** What is known of the ticket, in a language. */
  knownIn: (language: LocaleCode) => Partial<Record<TextPlace, string>>;
  /** Somebody looks for a text. */
  onAsk: () => void;
}

/** Who may be mentioned, of those who handle tickets. */
export interface PeopleToMention {
  people: readonly TicketPerson[];
  /** The text names somebody, who is to be notified. */
  onMention: (text: string, userId: string) => void;
}

interface Props {
  label: string;
  value: string;
  texts: TextsToInsert | undefined;
  /** Left out: nobody is found by an @. */
  mentions?: PeopleToMention | undefined;
  error: ReactNode;
  onChange: (text: string) => void;
  onSend: () => void;
  onPaste: (event: ClipboardEvent) => void;
}

/** What is looked for, and the word that narrows it. */
interface Asked {
  kind: "text" | "person";
  opener: string;
  word: string;
}

/** What stands before the caret: an opener, wherever a word may begin, and what follows it. */
function askedIn(before: string, { texts, mentions }: Pick<Props, "texts" | "mentions">): Asked | undefined {
  const text = texts && /(?:^|\s)::([^\n:]{0,60})$/.exec(before)?.[1];
  if (text !== undefined) return { kind: "text", opener: textOpener, word: text };
  const person = mentions && /(?:^|\s)@([^\n@]{0,40})$/.exec(before)?.[1];
  // What names nobody is an ordinary @.
  if (person === undefined || peopleNamed(mentions?.people, person).length === 0) return undefined;
  return { kind: "person", opener: "@", word: person };
}

function peopleNamed(people: readonly TicketPerson[] = [], word: string): TicketPerson[] {
  return people.filter(({ name }) => name?.toLocaleLowerCase().includes(word.toLocaleLowerCase()));
}

/** Finds texts and people while an answer is written, and inserts one at the caret. */
function useInsertion({ value, texts, mentions, onChange }: Pick<Props, "value" | "texts" | "mentions" | "onChange">) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [asked, setAsked] = useState<Asked>();
  const list = useCombobox({ onDropdownClose: () => setAsked(undefined) });
  const { dropdownOpened: isOpen, selectFirstOption } = list;
  const count = texts?.texts.length;
  // Enter takes the first that fits, without a step to it.
  useEffect(() => {
    if (isOpen) selectFirstOption();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the first is another one as soon as something else is asked for
  }, [isOpen, asked?.kind, asked?.word, count]);
  const caretOf = () => field.current?.selectionStart ?? value.length;
  const write = (next: string, caret: number) => {
    onChange(next);
    const found = askedIn(next.slice(0, caret), { texts, mentions });
    setAsked(found);
    if (found === undefined) return list.closeDropdown();
    if (found.kind === "text") texts?.onAsk();
    list.openDropdown();
  };
  const insert = (id: string) => {
    const caret = caretOf();
    list.closeDropdown();
    if (!asked) return;
    const before = value.slice(0, caret - asked.opener.length - asked.word.length);
    const put = (text: string, onPut: (whole: string) => void) => {
      onPut(before + text + value.slice(caret));
      select(field, before.length, text);
    };
    const text = texts?.texts.find((one) => one.id === id);
    const person = mentions?.people.find(({ userId }) => userId === id);
    if (asked.kind === "text" && text) put(fillText(text.text, texts?.knownIn(text.language) ?? {}), onChange);
    if (asked.kind === "person" && person) put(`@${person.name} `, (whole) => mentions?.onMention(whole, id));
  };
  const begin = () => {
    const caret = caretOf();
    const before = value.slice(0, caret) + (/(?:^|\s)$/.test(value.slice(0, caret)) ? "" : " ") + textOpener;
    write(before + value.slice(caret), before.length);
    select(field, before.length, "");
  };
  return { field, list, asked, write, insert, begin };
}

/** Where an answer is written. A text that is kept for answers is found by `::`, or by its button, and people by an @. */
export function AnswerField({ label, value, texts, mentions, error, onChange, onSend, onPaste }: Props) {
  const { t } = useTranslation("tickets");
  const { field, list, asked, write, insert, begin } = useInsertion({ value, texts, mentions, onChange });
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Tab" && !event.shiftKey && list.dropdownOpened && list.getSelectedOptionIndex() >= 0) {
      event.preventDefault();
      return list.clickSelectedOption();
    }
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
          error={!list.dropdownOpened && error}
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
        <Combobox.Options
          mah={240}
          style={{ overflowY: "auto" }}
          aria-label={t(asked?.kind === "person" ? "mention" : "texts.title")}
        >
          {asked?.kind === "person" ? (
            peopleNamed(mentions?.people, asked.word).map(({ userId, name }) => (
              <Combobox.Option key={userId} value={userId}>
                {name}
              </Combobox.Option>
            ))
          ) : (
            <Found texts={texts?.texts ?? []} asked={asked?.word ?? ""} />
          )}
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
        <span className="og-strong">{title}</span>{" "}
        <span className="og-note" style={likeOption}>
          {language.toUpperCase()}
        </span>
        <span className="og-note og-anywhere" style={{ ...likeOption, display: "block" }} lang={language}>
          {text.length > 90 ? `${text.slice(0, 90)}…` : text}
        </span>
      </Combobox.Option>
    ));
}

/** The chosen one has a ground of its own, on which the colour of notes cannot be read. */
const likeOption = { color: "inherit" };

/** Once the field has the text: its first place that is still to be filled is selected, else what follows it is written. */
function select(field: { current: HTMLTextAreaElement | null }, from: number, text: string): void {
  requestAnimationFrame(() => {
    const [open] = openSigns(text);
    const start = open === undefined ? from + text.length : from + text.indexOf(open);
    field.current?.focus();
    field.current?.setSelectionRange(start, start + (open ?? "").length);
  });
}
