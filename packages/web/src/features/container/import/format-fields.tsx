import { NativeSelect, TextInput } from "@mantine/core";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import { columns } from "../../../ui/columns.ts";
import { type Draft, formatsFor } from "./import-draft.ts";
import type { FileReport, OpenedFile } from "./import.data.ts";

export interface FormatFieldsProps {
  file: Pick<OpenedFile, "kind" | "isDayOrderUnsure">;
  draft: Draft;
  /** The container's zone. */
  zone: string;
  /** How the file is written, as it was found. */
  found: FileReport["dialect"] | undefined;
  onChange: (draft: Draft) => void;
}

const separators = [
  [",", "comma"],
  [";", "semicolon"],
  ["\t", "tab"],
  ["|", "bar"],
] as const;
const decimals = [
  [".", "point"],
  [",", "comma"],
] as const;

/** The fields of a row stand level whether or not they have a note. */
const noteLast: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

/** How a file writes times and numbers: found by itself, and corrected here. */
export function FormatFields({ file, draft, zone, found, onChange }: FormatFieldsProps) {
  const { t } = useTranslation("import");
  const set = (change: Partial<Draft>) => onChange({ ...draft, ...change });
  return (
    <fieldset className="og-plain-group">
      <legend className="og-legend og-text-14 og-strong">{t("format.title")}</legend>
      <div className="og-grid og-top" style={columns(260, { gap: "12px 16px" })}>
        <NativeSelect
          label={t("format.time")}
          inputWrapperOrder={noteLast}
          value={draft.format}
          description={timeNotes(t, file, draft)}
          onChange={(event) => set({ format: event.currentTarget.value })}
        >
          {formatsFor(draft.format).map((format) => (
            <option key={format} value={format}>
              {formatName(t, format)}
            </option>
          ))}
        </NativeSelect>
        <ZoneField value={draft.zone} usual={zone} onChange={(next) => set({ zone: next })} />
        {file.kind === "csv" && <DialectFields {...{ draft, found, onChange }} />}
        <TextInput
          label={t("format.missing")}
          inputWrapperOrder={noteLast}
          description={t("format.missingHelp")}
          value={draft.missing}
          maxLength={1_000}
          onChange={(event) => set({ missing: event.currentTarget.value })}
        />
      </div>
    </fieldset>
  );
}

/** From which columns the time comes where it is two, and that days and months may be the wrong way round. */
function timeNotes(t: TFunction<"import">, file: FormatFieldsProps["file"], draft: Draft): string | undefined {
  const { timeColumn, clockColumn } = draft;
  const joined = timeColumn !== undefined && clockColumn !== undefined;
  const notes = [
    ...(joined ? [t("format.joined", { day: timeColumn, clock: clockColumn })] : []),
    ...(file.isDayOrderUnsure && draft.format.startsWith("dd") ? [t("format.unsure")] : []),
  ];
  return notes.length > 0 ? notes.join(" ") : undefined;
}

/** A format in words; of a clock of twelve hours it says what stands behind the time. */
function formatName(t: TFunction<"import">, name: string): string {
  if (name === "iso" || name === "epoch-s" || name === "epoch-ms") return t(`format.${name}`);
  const format = name.replace(/a$/, "AM/PM");
  if (name.startsWith("dd")) return t("format.dayFirst", { format });
  return name.startsWith("MM") ? t("format.monthFirst", { format }) : format;
}

/** What separates cells and decimals. */
function DialectFields({ draft, found, onChange }: Pick<FormatFieldsProps, "draft" | "found" | "onChange">) {
  const { t } = useTranslation("import");
  const choices = [
    { key: "separator", signs: separators, value: draft.separator, isFound: found?.separator },
    { key: "decimal", signs: decimals, value: draft.decimal, isFound: found?.decimal },
  ] as const;
  return choices.map(({ key, signs, value, isFound }) => {
    const word = signs.find(([sign]) => sign === isFound)?.[1];
    return (
      <NativeSelect
        key={key}
        label={t(`format.${key}`)}
        value={value}
        onChange={(event) => onChange({ ...draft, [key]: event.currentTarget.value })}
      >
        <option value="">{word ? t("format.found", { what: t(`format.${word}`) }) : t("format.foundNone")}</option>
        {signs.map(([sign, name]) => (
          <option key={name} value={sign}>
            {t(`format.${name}`)}
          </option>
        ))}
      </NativeSelect>
    );
  });
}

function ZoneField({ value, usual, onChange }: { value: string; usual: string; onChange: (zone: string) => void }) {
  const { t } = useTranslation("import");
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const first = [...new Set([value, usual, own, "UTC"])];
  return (
    <NativeSelect label={t("format.zone")} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <optgroup label={t("format.zoneUsual")}>
        {first.map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </optgroup>
      <optgroup label={t("format.zoneAll")}>
        {Intl.supportedValuesOf("timeZone")
          .filter((zone) => !first.includes(zone))
          .map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
      </optgroup>
    </NativeSelect>
  );
}
