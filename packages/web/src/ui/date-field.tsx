import { ActionIcon, TextInput, type TextInputProps } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import styles from "./date-field.module.css";
import { mistypedMark } from "./focus-wrong.ts";
import { addDays, readTypedDate, writeDate } from "./typed-date.ts";

export interface DateFieldProps extends Pick<TextInputProps, "size"> {
  label: string;
  /** YYYY-MM-DD; empty: none. */
  value: string;
  /** The first and the last day that may be chosen, YYYY-MM-DD. */
  min?: string | undefined;
  max?: string | undefined;
  /** May it be left empty? */
  isOptional?: boolean;
  /** What is wrong with it as a whole; what is wrong with what is being typed is said first. */
  error?: string | undefined;
  /** Called with a whole date, or with an empty text, once the field is left, Enter is pressed or a day is picked. */
  onChange: (value: string) => void;
}

/** What is being typed, until it is a date within the bounds. */
function useDateDraft({ value, min, max, isOptional = false, onChange }: DateFieldProps) {
  const { t } = useTranslation("ui");
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const takeBack = () => {
    setDraft(undefined);
    setProblem(undefined);
  };
  const choose = (date: string) => {
    if (min !== undefined && date < min) return setProblem(t("date.early", { date: writeDate(min) }));
    if (max !== undefined && date > max) return setProblem(t("date.late", { date: writeDate(max) }));
    takeBack();
    if (date !== value) onChange(date);
  };
  const commit = () => {
    if (draft === undefined) return;
    if (draft.trim() === "" && isOptional) {
      takeBack();
      if (value !== "") onChange("");
      return;
    }
    const date = readTypedDate(draft);
    if (date === undefined) setProblem(t("date.wrong"));
    else choose(date);
  };
  const step = (days: number) => {
    const from = draft === undefined ? value : readTypedDate(draft);
    if (from) choose(addDays(from, days));
  };
  const type = (text: string) => {
    setDraft(text);
    setProblem(undefined);
  };
  return {
    text: draft ?? writeDate(value),
    isDraft: draft !== undefined || problem !== undefined,
    problem,
    type,
    choose,
    commit,
    step,
    takeBack,
  };
}

/**
 * A date to be typed, day first, or picked. What is typed stays in the field until it is a date: nothing else on the
 * screen follows single keys. Arrows go a day up and down, Escape takes back.
 */
export function DateField(props: DateFieldProps) {
  const { label, value, min, max, size, error } = props;
  const { t } = useTranslation("ui");
  const picker = useRef<HTMLInputElement>(null);
  const { text, isDraft, problem, type, choose, commit, step, takeBack } = useDateDraft(props);

  return (
    <div className="og-relative">
      <TextInput
        label={label}
        {...(size && { size })}
        inputMode="numeric"
        autoComplete="off"
        placeholder={t("date.pattern")}
        value={text}
        error={problem ?? error}
        {...mistypedMark(problem !== undefined)}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
          else if (event.key === "Escape" && isDraft) takeBack();
          else if (event.key === "ArrowUp") step(1);
          else if (event.key === "ArrowDown") step(-1);
          else return;
          event.preventDefault();
        }}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={t("date.pick", { label })}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => picker.current?.showPicker()}
          >
            <IconCalendar size={16} aria-hidden />
          </ActionIcon>
        }
      />
      <input
        ref={picker}
        className={styles.picker}
        type="date"
        tabIndex={-1}
        aria-hidden
        value={value}
        {...(min !== undefined && { min })}
        {...(max !== undefined && { max })}
        onChange={(event) => event.currentTarget.value && choose(event.currentTarget.value)}
      />
    </div>
  );
}
