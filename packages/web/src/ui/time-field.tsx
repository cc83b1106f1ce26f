import { TextInput, type TextInputProps } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { mistypedMark } from "./focus-wrong.ts";
import { addMinutes, readTypedTime, writeTime } from "./typed-time.ts";
import { useLocale } from "./use-locale.ts";

export interface TimeFieldProps extends Pick<
  TextInputProps,
  "aria-label" | "description" | "inputWrapperOrder" | "size" | "style"
> {
  label: string;
  /** HH:MM; empty: none. */
  value: string;
  error?: ReactNode;
  /**
   * True: it is called once the field is left or Enter is pressed, and not at all with what is no time, so that what
   * follows it at once, such as a drawing, does not see times that are being typed.
   */
  isSetWhenLeft?: boolean;
  /** Called with the time as soon as what is typed is one, and with an empty text while it is none. */
  onChange: (value: string) => void;
}

const stepMinutes = 15;

/**
 * A time of day to be typed, shown with the clock of all the portal's times. What is typed stays as it was typed until the
 * field is left. Arrows go a quarter of an hour up and down, Escape takes back.
 */
export function TimeField({ value, error, isSetWhenLeft = false, onChange, ...input }: TimeFieldProps) {
  const { t } = useTranslation("ui");
  const locale = useLocale();
  const [draft, setDraft] = useState<{ text: string; before: string }>();
  const [isWrong, setWrong] = useState(false);
  const set = (time: string) => time !== value && onChange(time);
  const type = (text: string) => {
    setDraft({ text, before: draft?.before ?? value });
    setWrong(false);
    if (!isSetWhenLeft) set(readTypedTime(text) ?? "");
  };
  const finish = () => {
    if (draft === undefined) return;
    const read = readTypedTime(draft.text);
    if (draft.text.trim() !== "" && read === undefined) return setWrong(true);
    setDraft(undefined);
    if (isSetWhenLeft) set(read ?? "");
  };
  const takeBack = () => {
    if (draft) set(draft.before);
    setDraft(undefined);
    setWrong(false);
  };
  const step = (minutes: number) => {
    if (value === "") return;
    setDraft(undefined);
    set(addMinutes(value, minutes));
  };
  return (
    <TextInput
      {...input}
      autoComplete="off"
      placeholder={t("time.pattern")}
      value={draft?.text ?? writeTime(value, locale)}
      error={isWrong ? t("time.wrong") : error}
      {...mistypedMark(isWrong || (isSetWhenLeft && Boolean(error)))}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === "Enter") return finish();
        if (event.key === "Escape" && draft !== undefined) takeBack();
        else if (event.key === "ArrowUp") step(stepMinutes);
        else if (event.key === "ArrowDown") step(-stepMinutes);
        else return;
        event.preventDefault();
      }}
    />
  );
}
