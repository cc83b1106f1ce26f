import { ActionIcon, Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useWakeLock } from "./use-wake-lock.ts";

interface ControlsProps {
  /** Nobody stands before it: what could be clicked is not seen. */
  isLeft: boolean;
  isPaused: boolean;
  setPaused: (isPaused: boolean) => void;
  isOne: boolean;
  canGoOn: boolean;
  scale: number;
  step: (by: -1 | 1) => void;
  onEnd: () => void;
}

/** What goes on, back and ends, and whether the screen stays on: over the foot of the wall, as long as somebody is there. */
export function WallControls({ isLeft, isPaused, setPaused, isOne, canGoOn, scale, step, onEnd }: ControlsProps) {
  const { t } = useTranslation("widgets");
  const isAwake = useWakeLock();
  return (
    <div
      className="og-wrap og-frame og-ground"
      style={{
        ...{ position: "fixed", zIndex: 3, bottom: 16, insetInline: 16, width: "fit-content", marginInline: "auto" },
        ...{ zoom: scale, padding: 8, alignItems: "center", opacity: isLeft ? 0 : 1, transition: "opacity 0.3s" },
      }}
    >
      {!isOne && (
        <>
          <ActionIcon variant="default" size={36} aria-label={t("wall.previous")} onClick={() => step(-1)}>
            <IconChevronLeft size={20} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" size={36} aria-label={t("wall.next")} onClick={() => step(1)}>
            <IconChevronRight size={20} aria-hidden />
          </ActionIcon>
        </>
      )}
      {canGoOn && (
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t(isPaused ? "wall.play" : "wall.pause")}
          onClick={() => setPaused(!isPaused)}
        >
          {isPaused ? <IconPlayerPlay size={20} aria-hidden /> : <IconPlayerPause size={20} aria-hidden />}
        </ActionIcon>
      )}
      <Button variant="default" leftSection={<IconX size={16} aria-hidden />} onClick={onEnd}>
        {t("wall.end")}
      </Button>
      {isAwake !== undefined && <span className="og-note">{t(isAwake ? "wall.awake" : "wall.asleep")}</span>}
    </div>
  );
}
