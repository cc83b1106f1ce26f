import { useTranslation } from "react-i18next";

import { useLinkState } from "../core/live/live.ts";

const reasonId = "away-acts";

/**
 * What a button has whose act needs the portal. Without a connection it does nothing and says why, by `AwayReason`, which
 * stands once beside all of them; it is not `disabled`, so that the focus stays where it is and the reason can be read.
 * @param id Of the reason, where a page has several.
 */
export function useAwayActs(id = reasonId) {
  const { t } = useTranslation();
  const isAway = useLinkState() === "offline";
  return (act: () => void) =>
    isAway
      ? ({
          "aria-disabled": true,
          "data-disabled": true,
          "aria-describedby": id,
          title: t("error.away_act"),
          onClick: () => {},
        } as const)
      : { onClick: act };
}

/**
 * The same of a link that leads to an act, such as a form that could not be sent: it leads nowhere and looks so, with the
 * reason beside it.
 */
export function useAwayLink(id: string) {
  const { t } = useTranslation();
  return useLinkState() === "offline"
    ? ({ disabled: true, className: "og-muted", "aria-describedby": id, title: t("error.away_act") } as const)
    : ({ className: "og-link" } as const);
}

/** Why nothing can be done at present; nothing where something can. */
export function AwayReason({ id = reasonId }: { id?: string }) {
  const { t } = useTranslation();
  if (useLinkState() !== "offline") return null;
  return (
    <p className="og-note" id={id}>
      {t("error.away_act")}
    </p>
  );
}
