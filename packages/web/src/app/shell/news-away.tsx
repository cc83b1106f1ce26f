import { Menu, Skeleton, VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { useIsPartAway } from "../../ui/part-away.tsx";

/** In the menu of the bell while its list comes, as far as it can. */
export function NewsAway() {
  const { t } = useTranslation("shell");
  const isAway = useIsPartAway();
  if (isAway) return <Menu.Label>{t("news.away")}</Menu.Label>;
  return (
    <Menu.Label>
      <VisuallyHidden>{t("news.loading")}</VisuallyHidden>
      <Skeleton height={220} radius={8} />
    </Menu.Label>
  );
}
