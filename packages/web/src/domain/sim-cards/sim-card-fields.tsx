import { Textarea, TextInput } from "@mantine/core";
import { type SimCardFault, type SimCardField, simCardLengths } from "@offgrid/contract/sim-cards/sim-card-rules";
import { useTranslation } from "react-i18next";

import { columns } from "../../ui/columns.ts";
import { DateField } from "../../ui/date-field.tsx";
import type { SimCardTexts } from "./sim-card-input.ts";

export interface SimCardFieldsProps {
  texts: SimCardTexts;
  faults: Partial<Record<SimCardField, SimCardFault>>;
  onType: (field: SimCardField, text: string) => void;
}

/** In their order; the date and the note have fields of their own. */
const lines = [
  "operator",
  "iccid",
  "phone",
  "apn",
  "bundleMb",
  "renewalDay",
  "pricePerMb",
  "currency",
] as const satisfies readonly SimCardField[];
type Line = (typeof lines)[number];

const keyboards: Partial<Record<Line, "numeric" | "decimal" | "tel">> = {
  ...{ iccid: "numeric", phone: "tel", bundleMb: "numeric", renewalDay: "numeric", pricePerMb: "decimal" },
};
const explained = ["operator", "iccid", "phone", "bundleMb", "renewalDay", "currency"] as const;

function isExplained(line: Line): line is (typeof explained)[number] {
  return (explained as readonly Line[]).includes(line);
}

/** The fields of the record of a SIM card, each with what is wrong with it. */
export function SimCardFields({ texts, faults, onType }: SimCardFieldsProps) {
  const { t } = useTranslation("sim-card");
  const faultOf = (field: SimCardField) => {
    const fault = faults[field];
    return fault && t(`fault.${fault}`);
  };
  return (
    <>
      <div className="og-grid" style={columns(260, { isFilled: true })}>
        {lines.map((line) => (
          <TextInput
            key={line}
            label={t(`field.${line}`)}
            description={isExplained(line) ? t(`help.${line}`) : undefined}
            inputWrapperOrder={["label", "input", "description", "error"]}
            inputMode={keyboards[line] ?? "text"}
            autoComplete="off"
            maxLength={line === "currency" ? 3 : line === "apn" ? simCardLengths.apn : simCardLengths.operator}
            value={texts[line]}
            error={faultOf(line)}
            onChange={(event) => onType(line, event.currentTarget.value)}
          />
        ))}
        <DateField
          label={t("field.expiresOn")}
          min="2000-01-01"
          max="2099-12-31"
          isOptional
          value={texts.expiresOn}
          onChange={(date) => onType("expiresOn", date)}
        />
      </div>
      <Textarea
        label={t("field.note")}
        autosize
        minRows={2}
        maxLength={simCardLengths.note}
        value={texts.note}
        error={faultOf("note")}
        onChange={(event) => onType("note", event.currentTarget.value)}
      />
    </>
  );
}
