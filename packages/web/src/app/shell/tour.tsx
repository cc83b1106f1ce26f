import { Button, Modal } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { useIsPhone } from "../../ui/use-list-search.ts";

/** The parts of the frame that are shown, by their `data-tour`, in this order. */
export const tourStops = ["menu", "search", "link", "bell", "help", "account"] as const;

export interface TourProps {
  /** @param how Seen to its end, or left before. */
  onEnd: (how: "done" | "skipped") => void;
}

/** A walk along the frame of the portal: each stop is said in two sentences, and marked where it is. */
export function Tour({ onEnd }: TourProps) {
  const { t } = useTranslation(["tour", "shared"]);
  const phone = useIsPhone();
  const [stops] = useState(() => tourStops.filter((stop) => placeOf(stop) !== undefined));
  const [at, setAt] = useState(0);
  const stop = stops[at];
  const isLast = at >= stops.length - 1;
  if (stop === undefined) return null;
  return (
    <>
      <Mark stop={stop} />
      <Modal
        opened
        centered
        withOverlay={false}
        title={t(`stop.${stop}.title`)}
        onClose={() => onEnd(isLast ? "done" : "skipped")}
        closeButtonProps={{ "aria-label": t("leave") }}
      >
        <div className="og-stack">
          <p className="og-flush" aria-live="polite" style={{ minHeight: 72 }}>
            {stop === "menu" && phone ? t("stop.menu.phone") : t(`stop.${stop}.text`)}
          </p>
          <div className="og-ends">
            <span className="og-note">{t("place", { at: at + 1, of: stops.length })}</span>
            <span className="og-row">
              {at > 0 && (
                <Button variant="default" onClick={() => setAt(at - 1)}>
                  {t("back")}
                </Button>
              )}
              <Button data-autofocus onClick={() => (isLast ? onEnd("done") : setAt(at + 1))}>
                {t(isLast ? "end" : "next")}
              </Button>
            </span>
          </div>
        </div>
      </Modal>
    </>
  );
}

function placeOf(stop: string): DOMRect | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(`[data-tour="${stop}"]`)];
  return all.find((one) => one.checkVisibility())?.getBoundingClientRect();
}

const aroundPx = 4;

/** A frame around what is spoken of, with the rest of the page darker. */
function Mark({ stop }: { stop: string }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const follow = () => {
      const place = placeOf(stop);
      if (!frame.current || !place) return;
      Object.assign(frame.current.style, {
        left: `${place.left - aroundPx}px`,
        top: `${place.top - aroundPx}px`,
        width: `${place.width + 2 * aroundPx}px`,
        height: `${place.height + 2 * aroundPx}px`,
      });
    };
    follow();
    window.addEventListener("resize", follow);
    return () => window.removeEventListener("resize", follow);
  }, [stop]);
  return (
    <div
      ref={frame}
      aria-hidden
      data-mark={stop}
      style={{
        position: "fixed",
        // Under the dialog, over everything else.
        zIndex: 199,
        pointerEvents: "none",
        borderRadius: 10,
        outline: "3px solid var(--og-accent)",
        outlineOffset: -1,
        boxShadow: "0 0 0 9999px rgb(0 0 0 / 45%)",
      }}
    />
  );
}
