import { useTranslation } from "react-i18next";

/** Names sections of a configuration; one that has no words has its own name. */
export function useSectionName(): (name: string) => string {
  const { t, i18n } = useTranslation("configuration");
  return (name) => (i18n.exists(`configuration:title.${name}`) ? t(`title.${name}` as "title.network") : name);
}
