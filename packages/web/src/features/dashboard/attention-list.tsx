import { IconCircleCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../core/format.ts";
import { formatAge } from "../../core/time.ts";
import type { Need } from "../../domain/containers/fleet-facts.ts";
import type { Trouble } from "../../domain/containers/container-facts.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { type Mark, StatusMark } from "../../domain/containers/status-mark.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import styles from "./attention-list.module.css";

const shownNeeds = 6;
const marks: Record<Trouble["kind"], Mark> = {
  offline: "offline",
  just_offline: "just_offline",
  warnings: "warning",
  low_soc: "warning",
  clock: "info",
  stale: "info",
};

/** Containers that need attention, worst first, each with its reasons. */
export function AttentionList({ needs }: { needs: readonly Need[] }) {
  const { t } = useTranslation("dashboard");
  if (needs.length === 0) {
    return (
      <div className={styles.calm}>
        <EmptyState title={t("attention.none")} why={t("attention.noneWhy")} icon={<IconCircleCheck size={32} />} />
      </div>
    );
  }
  return (
    <>
      <ul className={styles.list}>
        {needs.slice(0, shownNeeds).map((need) => (
          <NeedLine key={need.container.containerId} need={need} />
        ))}
      </ul>
      {needs.length > shownNeeds && (
        <Link className={styles.more} to="/containers">
          {t("attention.more", { count: needs.length - shownNeeds })}
        </Link>
      )}
    </>
  );
}

function NeedLine({ need: { container, troubles } }: { need: Need }) {
  const reason = useReason();
  const old = container.status !== "online";
  return (
    <li className={styles.line}>
      <span className={styles.mark}>
        <StatusMark state={marks[troubles[0]!.kind]} wordHidden />
      </span>
      <span className="og-words">
        <Link className={styles.link} to="/containers/$slug" params={{ slug: container.containerId }}>
          {container.name}
        </Link>
        {troubles.map((trouble) => (
          <span key={trouble.kind} className="og-note">
            {reason(trouble, old)}
          </span>
        ))}
      </span>
    </li>
  );
}

/** The text for a problem; `old`: the container is silent, so its figures are the last known ones. */
function useReason(): (trouble: Trouble, old: boolean) => string {
  const { t } = useTranslation("container-facts");
  const locale = useLocale();
  return ({ kind, forMs, figure }, old) => {
    const age = forMs === undefined ? "" : formatAge(forMs, locale);
    switch (kind) {
      case "offline":
        return forMs === undefined ? t("trouble.offlineNever") : t("trouble.offline", { age });
      case "just_offline":
        return t("trouble.just_offline", { age });
      case "warnings":
        return t("trouble.warnings", { count: figure ?? 0 });
      case "low_soc": {
        const percent = formatQuantityText(figure, "percent", locale);
        return old ? t("trouble.low_socOld", { percent }) : t("trouble.low_soc", { percent });
      }
      case "clock":
        return t("trouble.clock");
      case "stale":
        return forMs === undefined ? t("trouble.staleNever") : t("trouble.stale", { age });
    }
  };
}
