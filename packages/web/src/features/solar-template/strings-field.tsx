import { ActionIcon, Button } from "@mantine/core";
import { mostStrings } from "@offgrid/contract/solar-template/panel-figures";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../core/format.ts";
import { NumberField } from "../../ui/number-field.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { peakOf, type StringDraft, type TemplateFaults, withString } from "./template-input.ts";

export interface StringsFieldProps {
  strings: readonly StringDraft[];
  wrong: TemplateFaults;
  onChange: (strings: readonly StringDraft[]) => void;
}

const fieldWidthPx = 160;

/** The strings of an array, a line for each, and what they come to. */
export function StringsField({ strings, wrong, onChange }: StringsFieldProps) {
  const { t } = useTranslation("solar-template");
  const locale = useLocale();
  const peakW = (some: readonly StringDraft[]) => formatQuantityText(peakOf(some) || null, "W", locale);
  return (
    <fieldset className="og-plain-group og-close-stack">
      <legend className="og-strong">{t("strings.title")}</legend>
      <ol className="og-plain-list og-close-stack">
        {strings.map((string, place) => {
          const field = (name: keyof StringDraft) => {
            const fault = wrong[`strings.${place}.${name}`];
            return {
              label: t(`strings.${name}`),
              value: string[name],
              error: fault && t(`wrong.${fault}`),
              onChange: (value: number | undefined) =>
                onChange(strings.map((one, index) => (index === place ? { ...one, [name]: value } : one))),
            };
          };
          return (
            <li key={place}>
              <div role="group" aria-label={t("strings.one", { number: place + 1 })} className="og-wrap og-mid og-top">
                <div style={{ flex: `0 1 ${fieldWidthPx}px` }}>
                  <NumberField {...field("panels")} />
                </div>
                <div style={{ flex: `0 1 ${fieldWidthPx}px` }}>
                  <NumberField {...field("panelWp")} />
                </div>
                <div className="og-row" style={{ alignSelf: "end" }}>
                  <span className="og-number">{t("strings.makes", { power: peakW([string]) })}</span>
                  {strings.length > 1 && (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={36}
                      aria-label={t("strings.remove", { number: place + 1 })}
                      onClick={() => onChange(strings.filter((_, index) => index !== place))}
                    >
                      <IconX size={18} aria-hidden />
                    </ActionIcon>
                  )}
                </div>
              </div>
            </li>
          );
        })}
      </ol>
      <div className="og-line">
        {strings.length < mostStrings && (
          <Button variant="default" onClick={() => onChange(withString(strings))}>
            {t("strings.add")}
          </Button>
        )}
        <span>{t("strings.sum", { power: peakW(strings) })}</span>
      </div>
    </fieldset>
  );
}
