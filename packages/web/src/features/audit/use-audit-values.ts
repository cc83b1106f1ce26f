import type { ConfigValue } from "@offgrid/contract/configuration/config-doc";
import type { Automation } from "@offgrid/contract/automations/automations.schema";
import type { WarningRule } from "@offgrid/contract/warnings/warnings.schema";
import { auditKeyName, auditKind, auditRank, sectionsOfController } from "@offgrid/contract/audit-keys";
import type { AuditKind } from "@offgrid/contract/core/audit-kinds";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { deviceOfKey } from "@offgrid/contract/devices/device-settings";
import { findOutput } from "@offgrid/contract/devices/output-kinds";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import { exactDurationText } from "../../core/duration.ts";
import { formatNumber, formatQuantityText, formatSize, missing } from "../../core/format.ts";
import { formatTime, weekdayName } from "../../core/time.ts";
import { useFieldName, useSectionName, useValueWords } from "../../domain/configuration/config-words.ts";
import { outputName } from "../../domain/output-names/output-words.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import { isObject } from "./audit-change.ts";
import { menuWords, nameIn, nameWords, type Say, secretWords, thingWords } from "./audit-words.ts";
import type { AuditNames } from "./audit.data.ts";
import { useSentences } from "./use-sentences.ts";

/** Says keys and values of a line in words. */
export interface AuditValues {
  /** The name of a key by its path: an output, a setting of a controller, a field of a call, with the thing that it is of. */
  name: (path: string) => string;
  value: (value: unknown, path: string) => string;
  /** What an automation does, beside its name; undefined: it is none. */
  details: (value: unknown, path: string) => string[] | undefined;
}

const sections: readonly string[] = sectionsOfController;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

export function useAuditValues(action: string, names: AuditNames): AuditValues {
  const { t } = useTranslation("audit");
  const say = t as Say;
  const setting = useSettingWords();
  const one = useOneValue(names, setting);
  const nameOf = (id: string) => nameOfThing(t, names, id);
  const sentences = useSentences();

  /** Of a line about several things, each has its own part. */
  const name = (path: string): string => {
    if (findOutput(path)) return outputName(t, path);
    const device = path.startsWith(ofDevices) ? deviceOfKey(path.slice(ofDevices.length)) : undefined;
    if (device) return `${deviceWords(say, device.id)} · ${t(`key.${device.field}`)}`;
    const [first = "", ...rest] = path.split(".");
    const own = rest.length > 0 ? setting.name(path) : undefined;
    if (own !== undefined) return own;
    const thing = nameOf(first);
    if (thing !== undefined && rest.length === 0) return thing;
    const place = auditKeyName(action, path);
    const key = place.startsWith(ownKeys)
      ? t(`key.${place.slice(ownKeys.length) as "name"}`, { defaultValue: path })
      : say(place, { defaultValue: path });
    const isOfUnknown = rest.length > 0 && auditKind(action, first) === undefined && !sections.includes(first);
    const owner = thing ?? (isOfUnknown ? t(`key.${first as "name"}`, { defaultValue: first }) : undefined);
    return owner === undefined ? key : `${owner} · ${key}`;
  };

  const words = (value: unknown, path: string): string => {
    const kind = auditKind(action, path);
    if (kind === "warningRule") return sentences.ofRule(value as WarningRule, nameOf) ?? missing;
    const whole = isObject(value) ? wholeOf(say, value, kind, nameOf) : undefined;
    if (whole !== undefined) return whole;
    const own = setting.value(value, path);
    if (own !== undefined) return own;
    if (Array.isArray(value))
      return value.map((each) => words(each, path)).join(isOfParts(value) ? " · " : ", ") || missing;
    if (isObject(value)) return parts(value, path);
    if (value === null || value === undefined || value === "") return missing;
    return one(value as string | number | boolean, kind);
  };

  const parts = (value: Record<string, unknown>, path: string): string =>
    Object.entries(value)
      .map(([key, each]) => ({ inner: `${path}.${key}`, each }))
      .filter(({ inner, each }) => each !== null && each !== "" && auditKind(action, inner) !== "hidden")
      .toSorted((one, other) => auditRank(action, one.inner) - auditRank(action, other.inner))
      // Parts of parts are read on as if they were none.
      .map(({ inner, each }) =>
        isObject(each) && auditKind(action, inner) === "parts"
          ? parts(each, inner)
          : `${t("keyOf", { key: name(inner) })} ${words(each, inner)}`,
      )
      .join(", ");

  const details = (value: unknown, path: string): string[] | undefined => {
    if (!path.startsWith("automations.") || !isObject(value)) return undefined;
    const automation = value as Automation;
    const { priority, enabled, shadow = false } = automation;
    const switched = enabled ? t("switchedTo.true") : t("switchedTo.false");
    const state = enabled && shadow ? say("automation-words:isWatched", { defaultValue: switched }) : switched;
    const rank = say("automations:more.priority", { defaultValue: t("key.priority") });
    return [sentences.ofAutomation(automation) ?? [], `${t("keyOf", { key: rank })} ${priority}`, state].flat();
  };

  return { name, value: words, details };
}

function nameOfThing(t: TFunction<"audit">, names: AuditNames, id: string): string | undefined {
  const known = nameIn(names, id);
  return known && thingWords(t, known);
}

/** What has parts and is read as one; undefined: it is none such. */
function wholeOf(
  t: Say,
  value: Record<string, unknown>,
  kind: AuditKind | undefined,
  nameOf: (id: string) => string | undefined,
): string | undefined {
  if (kind === "amount") {
    const { amount, unit } = value as { amount: number; unit: string };
    return `${amount} ${nameWords(t, "settings:times.units", unit)}`;
  }
  if (kind !== "place") return undefined;
  const { kind: chosen, id, ids = id } = value as { kind: string; id?: string; ids?: string | readonly string[] };
  if (ids === undefined) return nameWords(t, "audit:valueOf.place", chosen);
  return [ids]
    .flat()
    .map((each) => nameOf(each) ?? each)
    .join(", ");
}

/** Says what has no parts. */
function useOneValue(names: AuditNames, setting: ReturnType<typeof useSettingWords>) {
  const { t } = useTranslation("audit");
  const say = t as Say;
  const locale = useLocale();
  return (value: string | number | boolean, kind: AuditKind | undefined): string => {
    const text = String(value);
    const known = kind === "id" || kind === undefined ? nameOfThing(t, names, text) : undefined;
    if (known !== undefined) return known;
    if (typeof value === "boolean") return kind === "switched" ? t(`switchedTo.${value}`) : t(`is.${value}`);
    if (typeof value === "number") return figure(value, kind, locale);
    if (findOutput(text)) return outputName(t, text);
    if (kind === "path") return setting.name(text) ?? text;
    return kind?.includes(":") ? nameWords(say, kind, text) : textOf(say, text, kind, locale);
  };
}

const ownKeys = "audit:key.";
const ofDevices = "devices.";
const isOfParts = (list: readonly unknown[]) => list.some(isObject);

/** Settings of a controller, which have words of their own; undefined: it is none. */
function useSettingWords() {
  const fieldName = useFieldName();
  const sectionName = useSectionName();
  const valueWords = useValueWords();
  const { t } = useTranslation("shared");
  return {
    name: (path: string): string | undefined => {
      const [section = "", field, ...deeper] = path.split(".");
      if (!sections.includes(section) || (section === "streetLights" && deeper.length > 0)) return undefined;
      const light = section === "streetLights" ? /^light(\d+)$/.exec(field ?? "") : undefined;
      if (light) return outputName(t, `street_light.${light[1]}`);
      const known = fieldName(path);
      if (known !== path) return known;
      return field === undefined || section !== "place" ? sectionName(section) : undefined;
    },
    value: (value: unknown, path: string): string | undefined => {
      const [section = "", field, ...deeper] = path.split(".");
      if (field === undefined || !sections.includes(section)) return undefined;
      if (section === "streetLights" && deeper.length > 0) return undefined;
      // An automation is called as people named it.
      if (isObject(value) && typeof value["name"] === "string" && value["name"] !== "") return value["name"];
      const isPlain = !isObject(value) || "target" in value || "id" in value || "from" in value;
      return isPlain ? valueWords(value as ConfigValue, path) : undefined;
    },
  };
}

/** Many a device has its kind as its id. */
function deviceWords(t: Say, device: string): string {
  return t(`container:device.${device}`, { defaultValue: device });
}

/** A figure with its unit, if it has one. */
function figure(value: number, kind: AuditKind | undefined, locale: LocaleCode): string {
  switch (kind) {
    case "W":
    case "Wh":
    case "V":
    case "percent":
    case "degC":
      return formatQuantityText(value, kind, locale);
    case "degree":
      return `${formatNumber(value, locale, { maximumFractionDigits: 2 })}°`;
    case "megabyte":
      return formatSize(value * 1e6, locale);
    case "s":
      return exactDurationText(value, locale);
    case "minute":
      return exactDurationText(value * 60, locale);
    case "hour":
      return exactDurationText(value * 3_600, locale);
    case "day":
      return new Intl.NumberFormat(locale, { style: "unit", unit: "day", unitDisplay: "long" }).format(value);
    case "clock":
      return [Math.floor(value / 60), value % 60].map((part) => String(part).padStart(2, "0")).join(":");
    case "weekday":
      return weekdayName(value, locale, "short");
    case "instantMs":
      return formatTime(value, "dateTime", browserZone, locale);
    default:
      return formatNumber(value, locale, { maximumFractionDigits: 6 });
  }
}

/** What a text stands for that is no id. */
function textOf(t: Say, value: string, kind: AuditKind | undefined, locale: LocaleCode): string {
  switch (kind) {
    case "date":
      return formatTime(Date.parse(value), "date", "UTC", locale);
    case "metric":
      return findMetric(value)?.[locale] ?? value;
    case "device":
      return deviceWords(t, value);
    case "menu":
      return menuWords(t, value);
    case "changedType": {
      const [type = "", change = ""] = value.split(": ");
      return `${type}: ${nameWords(t, "device-types:import.change", change)}`;
    }
    case "instant":
    case undefined:
      return instant.test(value) ? formatTime(Date.parse(value), "dateTime", browserZone, locale) : value;
    default:
      return secretWords(t, value);
  }
}
