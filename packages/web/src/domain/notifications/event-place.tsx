import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { Notification } from "./fold-repeats.ts";

/** Its container; what concerns the person and no container is looked after in their profile. */
export function EventPlace({ containerId, containerName }: Pick<Notification, "containerId" | "containerName">) {
  const { t } = useTranslation("event-words");
  if (containerId === null)
    return (
      <Link className="og-name-link" to="/users/profile">
        {t("profile")}
      </Link>
    );
  return (
    <Link className="og-name-link og-anywhere" to="/containers/$slug" params={{ slug: containerId }}>
      {containerName}
    </Link>
  );
}
