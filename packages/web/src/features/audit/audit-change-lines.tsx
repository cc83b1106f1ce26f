import type { ConfigValue } from "@offgrid/contract/configuration/config-doc";
import { menu } from "@offgrid/contract/core/menu";
import { findOutput } from "@offgrid/contract/devices/output-kinds";
import { useTranslation } from "react-i18next";

import { formatNumber } from "../../core/format.ts";
import type { ScreenName } from "../../core/screen.ts";
import { formatTime } from "../../core/time.ts";
import { useFieldName, useSectionName, useValueWords } from "../../domain/configuration/config-words.ts";
import { fullOutputName, outputName } from "../../domain/output-names/output-words.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import { type Difference, differences, isObject } from "./audit-change.ts";
import { isOfTickets, keyWords, nameIn, ticketValue, valueWords } from "./audit-words.ts";
import type { AuditNames, AuditRow } from "./audit.data.ts";
import styles from "./audit.module.css";

/** So many stand there at once; more are a list to be opened. */
const mostAtOnce = 2;
/** What is longer is not read in passing. */
const shortText = 60;

interface Props {
  line: AuditRow;
  names: AuditNames;
}

/** What a line changed: a little in a sentence, more behind its number. */
export function ChangeLines({ line, names }: Props) {
  const { t } = useTranslation("audit");
  const changes = useDifferences(line, names);
  const name = useKeyName(line.action);
  if (changes.length === 0) return null;
  const isChange = line.before !== null && line.after !== null;
  const short = changes.filter(({ before = "", after = "" }) => before.length + after.length <= shortText);
  // Of a change its sides are read together; of a mere note what is short is read at once, whatever else there is.
  const shown = short.length <= mostAtOnce && (!isChange || short.length === changes.length) ? short : [];
  const folded = changes.filter((change) => !shown.includes(change));
  return (
    <>
      {shown.length > 0 && (
        <div className={`og-small og-wrap og-anywhere ${styles.change}`}>
          {shown.map((change) => (
            <span key={change.key}>
              {change.key !== "" && t("keyOf", { key: name(change.key) })} <Sides of={change} />
            </span>
          ))}
        </div>
      )}
      {folded.length > 0 && (
        <details className={`og-details og-anywhere ${styles.change}`}>
          <summary>{t(isChange ? "changes" : "details", { count: folded.length })}</summary>
          <dl>
            {folded.map((change) => (
              <div key={change.key}>
                {change.key !== "" && <dt>{name(change.key)}</dt>}
                <dd>
                  <Sides of={change} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
}

function Sides({ of: { before, after } }: { of: Difference }) {
  return (
    <>
      {before !== undefined && <del>{before}</del>}
      {before !== undefined && after !== undefined && " → "}
      {after !== undefined && <ins>{after}</ins>}
    </>
  );
}

/** A key in words: an output, a setting of a controller, or a field of a call. */
function useKeyName(action: string): (key: string) => string {
  const { t } = useTranslation(["audit", "shared", "tickets"]);
  const fieldName = useFieldName();
  const sectionName = useSectionName();
  return (key) => {
    if (findOutput(key)) return outputName(t, key);
    const [section = "", field] = key.split(".");
    if (field === undefined && isOfTickets(action))
      return t(`tickets:fields.${key as "status"}`, { defaultValue: keyWords(t, key) });
    if (field === undefined) return keyWords(t, key);
    const known = fieldName(key);
    if (known !== key) return known;
    const title = sectionName(section);
    return title === section ? keyWords(t, field) : title;
  };
}

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

function useDifferences({ action, before, after }: AuditRow, names: AuditNames): Difference[] {
  const { t } = useTranslation(["audit", "shared", "roles", "tickets"]);
  const locale = useLocale();
  const setting = useValueWords();
  const sectionName = useSectionName();
  const text = (value: string, key: string): string => {
    const entry = key === "excludes" ? labelOf(value) : undefined;
    if (entry !== undefined) return t(`shared:screen.${entry as ScreenName}`);
    if (key === "permissions") return t(`roles:right.${value as "view"}`, { defaultValue: value });
    if (instant.test(value)) return formatTime(Date.parse(value), "dateTime", browserZone, locale);
    if (findOutput(value)) return outputName(t, value);
    return nameIn(names, value)?.name ?? ticketValue(t, action, key, value) ?? valueWords(t, key, value);
  };
  const words = (value: unknown, key: string): string => {
    const [section = "", field] = key.split(".");
    const isSetting = field !== undefined && sectionName(section) !== section;
    if (isObject(value) && typeof value["name"] === "string" && value["name"] !== "") return value["name"];
    const isPlain = !isObject(value) || "target" in value || "id" in value || "from" in value;
    if (isSetting && isPlain) return setting(value as ConfigValue, key);
    if (Array.isArray(value)) return value.map((one) => words(one, key)).join(", ") || valueWords(t, key, "");
    if (isObject(value)) return pairs(value);
    if (typeof value === "number") return formatNumber(value, locale, { maximumFractionDigits: 6 });
    return text(String(value), key);
  };
  const pairs = (value: Record<string, unknown>) =>
    Object.entries(value)
      .flatMap(([key, one]) =>
        one === null || one === "" ? [] : [`${t("keyOf", { key: keyWords(t, key) })} ${words(one, key)}`],
      )
      .join(", ");
  return differences(before, after, { value: words, output: (target, given) => fullOutputName(t, target, given) });
}

/** The first entry of the menu with this id, which roles hide. */
function labelOf(id: string): string | undefined {
  return menu.flatMap((entry) => [entry, ...(entry.children ?? [])]).find((entry) => entry.id === id)?.label;
}
