import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { type LocaleCode, locales } from "@offgrid/contract/core/constants";
import { placeSign, textPlaces, ticketTextLimits } from "@offgrid/contract/tickets/ticket-texts";
import { ticketCategories, ticketLimits } from "@offgrid/contract/tickets/ticket-types";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { FormDialog } from "../../ui/form-dialog.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { saveText, type TicketText } from "./texts.data.ts";

interface Props {
  /** Left out: a new one. */
  text?: TicketText;
  onClose: () => void;
}

/** One text for answers, with the places that are filled when it is inserted. */
export function TextDialog({ text: given, onClose }: Props) {
  const { t } = useTranslation("tickets");
  const locale = useLocale();
  const [text, setText] = useState<Omit<TicketText, "id">>(
    given ?? { category: null, language: locale, title: "", text: "" },
  );
  const [isTried, setTried] = useState(false);
  const save = useAct(() => saveText({ ...text, ...(given && { id: given.id }) }));
  const missing = (value: string) => isTried && value.trim() === "" && t("fillField");
  const send = async () => {
    setTried(true);
    if (text.title.trim() === "" || text.text.trim() === "") return;
    if (await save.run()) onClose();
  };
  return (
    <FormDialog
      title={t(given ? "texts.edit" : "texts.new")}
      send={t("save")}
      isSending={save.isRunning}
      failure={<FormFailure error={save.error} />}
      onSend={() => void send()}
      onClose={onClose}
    >
      <TextInput
        label={t("texts.name")}
        data-autofocus
        maxLength={ticketTextLimits.longestTitle}
        value={text.title}
        error={missing(text.title)}
        onChange={({ currentTarget }) => setText({ ...text, title: currentTarget.value })}
      />
      <NativeSelect
        label={t("texts.language")}
        value={text.language}
        data={locales.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={({ currentTarget }) => setText({ ...text, language: currentTarget.value as LocaleCode })}
      />
      <NativeSelect
        label={t("category")}
        value={text.category ?? ""}
        data={[
          { value: "", label: t("texts.all") },
          ...ticketCategories.map((value) => ({ value, label: t(`categories.${value}`) })),
        ]}
        onChange={({ currentTarget }) =>
          setText({ ...text, category: ticketCategories.find((one) => one === currentTarget.value) ?? null })
        }
      />
      <TextWithPlaces
        value={text.text}
        error={missing(text.text)}
        onChange={(next) => setText({ ...text, text: next })}
      />
    </FormDialog>
  );
}

function TextWithPlaces({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | false;
  onChange: (text: string) => void;
}) {
  const { t } = useTranslation("tickets");
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <div className="og-close-stack">
      <Textarea
        ref={field}
        label={t("texts.text")}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={ticketLimits.longestMessage}
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <div className="og-wrap">
        <span className="og-note">{t("texts.places")}</span>
        {textPlaces.map((place) => (
          <Button
            key={place}
            variant="default"
            size="compact-sm"
            aria-label={t("texts.addPlace", { place: t(`texts.place.${place}`) })}
            onClick={() => {
              const caret = field.current?.selectionStart ?? value.length;
              onChange(value.slice(0, caret) + placeSign(place) + value.slice(caret));
            }}
          >
            {t(`texts.place.${place}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}
