import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import styles from "./map.module.css";
import { zoomsMap } from "./wheel-zoom.ts";

/** Long enough to be read while the page scrolls on. */
const shownMs = 2_000;

/** Says how the wheel zooms where it was turned over the map and scrolled the page. */
export function WheelHint({ frame }: { frame: HTMLElement }) {
  const { t } = useTranslation("map");
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onWheel = (event: WheelEvent) => {
      const isWanted = !zoomsMap(frame, event);
      setShown(isWanted);
      clearTimeout(timer);
      if (isWanted) timer = setTimeout(() => setShown(false), shownMs);
    };
    const onUse = () => setShown(false);
    frame.addEventListener("wheel", onWheel, { passive: true });
    frame.addEventListener("focusin", onUse);
    return () => {
      clearTimeout(timer);
      frame.removeEventListener("wheel", onWheel);
      frame.removeEventListener("focusin", onUse);
    };
  }, [frame]);
  if (!isShown) return null;
  return (
    <p className={styles.wheelHint} role="status">
      {t("wheel", { key: isApple() ? "⌘" : "Ctrl" })}
    </p>
  );
}

function isApple(): boolean {
  return /Mac|iPad|iPhone/.test(navigator.userAgent);
}
