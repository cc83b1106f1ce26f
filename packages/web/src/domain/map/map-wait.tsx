import { Center } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** Over the open sea of a map whose land has not come yet, which would look like a map of nothing. */
export function MapWait() {
  const { t } = useTranslation("map");
  return (
    <Center pos="absolute" inset={0} role="status">
      <span className="og-text">{t("loading")}</span>
    </Center>
  );
}
