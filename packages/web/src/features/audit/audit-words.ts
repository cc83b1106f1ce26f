import { missing } from "../../core/format.ts";

/** `t` of the namespaces "audit" and "shared". */
type Say = (key: string, options: { defaultValue: string }) => string;

/** What was done, in words; a name that has none, such as one of an older portal, stands as it is. */
export function actionWords(t: Say, action: string): string {
  return t(`did.${action}`, { defaultValue: action });
}

/** A key of what a line says of before and after, in words. */
export function keyWords(t: Say, key: string): string {
  return t(`key.${key}`, { defaultValue: key });
}

export function valueWords(t: Say, value: string): string {
  if (value === "") return missing;
  return value === "true" || value === "false" ? t(`is.${value}`, { defaultValue: value }) : value;
}

/** Why something was refused, as who was refused read it. */
export function refusalWords(t: Say, code: string): string {
  return t(`refused.${code}`, { defaultValue: t(`shared:refusal.${code}`, { defaultValue: code }) });
}
