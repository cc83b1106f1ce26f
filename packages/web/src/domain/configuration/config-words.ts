import { type ConfigSection, type ConfigValue, sectionOf } from "@offgrid/contract/configuration/config-doc";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { relayOfKey } from "@offgrid/contract/devices/relay-times";
import { acRunModes } from "@offgrid/contract/devices/ac-setting";
import { deviceOfKey } from "@offgrid/contract/devices/device-settings";
import { phaseModes } from "@offgrid/contract/phase-control/phase-bounds";
import { toTyped } from "@offgrid/contract/telemetry/shown-units";
import { useTranslation } from "react-i18next";

import { shownUnit } from "../../core/format.ts";
import { weekdayName } from "../../core/time.ts";
import { writeNumber } from "../../core/typed-number.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { useOutputWords } from "../output-names/use-output-words.ts";
import { valueText } from "./value-text.ts";

/** Names sections of a configuration; one that has no words has its own name. */
export function useSectionName(): (name: string) => string {
  const { t, i18n } = useTranslation("configuration");
  return (name) => (i18n.exists(`configuration:title.${name}`) ? t(`title.${name}` as "title.network") : name);
}

/** Sections whose keys have words of their own, without the name of the section. */
const plainSections: readonly string[] = ["network", "keepAlive"];

/** Names values by their path; one that has no words has its path. */
export function useFieldName(): (path: string) => string {
  const { t, i18n } = useTranslation("configuration");
  const { nameOf } = useOutputWords();
  const locale = useLocale();
  return (path) => {
    const section = sectionOf(path);
    const key = path.slice(section.length + 1);
    const device = section === "devices" ? deviceOfKey(key) : undefined;
    if (device) return t(`field.devices.${device.field}`, { device: device.id });
    const relay = section === "relays" ? relayOfKey(key) : undefined;
    if (relay) return t(`field.relays.${relay.time}`, { relay: nameOf(relay.target) });
    const known = `field.${plainSections.includes(section) ? key : path}`;
    return i18n.exists(`configuration:${known}`) ? t(known as "field.ip", { unit: shownUnit("degC", locale) }) : path;
  };
}

function daysText(value: ConfigValue | undefined, locale: LocaleCode): string {
  const days = Array.isArray(value) ? value.map(Number) : [];
  return days.map((day) => weekdayName(day, locale, "short")).join(", ");
}

/** A value in words; empty where there is none. */
export function useValueWords(): (value: ConfigValue | undefined, path: string) => string {
  const { t } = useTranslation("configuration");
  const { nameOf } = useOutputWords();
  const locale = useLocale();
  const phaseText = ({ id, priority, limitW, minSoc, restoreSoc }: ConfigSection): string => {
    const text = (one: ConfigValue | undefined) => valueText(one, locale);
    const parts = [
      t("phase.priority", { priority: text(priority) }),
      ...(typeof limitW === "number" ? [t("phase.limit", { limit: text(limitW) })] : []),
      ...(typeof minSoc === "number" ? [t("phase.charge", { min: text(minSoc), restore: text(restoreSoc) })] : []),
    ];
    return `${nameOf(`phase.${text(id)}`)} (${parts.join(", ")})`;
  };
  const write = (value: ConfigValue | undefined, path: string): string => {
    if (path === "reboot.days") return daysText(value, locale);
    if (path === "ac.setpointDegC" && typeof value === "number") return writeNumber(toTyped(value, "degC"), locale);
    if (Array.isArray(value)) return value.map((one) => write(one, path)).join(", ");
    const mode = path === "ac.mode" ? acRunModes.find((one) => one === value) : undefined;
    if (mode) return t(`acMode.${mode}`);
    const phaseMode = path === "phases.mode" ? phaseModes.find((one) => one === value) : undefined;
    if (phaseMode) return t(`phaseMode.${phaseMode}`);
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    if (typeof value !== "object" || value === null) return valueText(value, locale);
    if (path === "phases.phases") return phaseText(value);
    const { target, neverCut, from, to, days } = value;
    if (typeof from === "string" && typeof to === "string")
      return `${from}–${to}${days === undefined ? "" : ` (${daysText(days, locale)})`}`;
    if (typeof target !== "string") return valueText(value, locale);
    const output = nameOf(target);
    return neverCut === true ? t("neverCut", { output }) : output;
  };
  return write;
}
