import { ActionIcon } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import styles from "./flow.module.css";

export interface ScrubBarProps {
  /** Instants of the replay, epoch ms, rising; the present comes after them. Never empty. */
  instants: readonly number[];
  /** The one that is shown; undefined: the present. */
  atMs: number | undefined;
  onChange: (atMs: number | undefined) => void;
  isPlaying: boolean;
  onPlay: (isPlaying: boolean) => void;
  zone: string;
  /** What is shown: its time, or that it is the present. */
  words: string;
  /** The earlier day that is replayed, in words; undefined: the last 24 hours, which the present follows. */
  date: string | undefined;
}

/** Moves through the last 24 hours: by pointer, with the arrow keys, or by itself. */
export function ScrubBar({ instants, atMs, onChange, isPlaying, onPlay, zone, words, date }: ScrubBarProps) {
  const { t } = useTranslation("energy-flow");
  const labelId = useId();
  const place = atMs === undefined ? instants.length : instants.indexOf(atMs);
  return (
    <section style={{ paddingTop: 12, borderTop: "1px solid var(--og-border)" }} aria-labelledby={labelId}>
      <h3 className="og-title og-text-14" id={labelId}>
        {date === undefined ? t("replay.title") : date}
      </h3>
      <div className="og-row og-mid og-before">
        <ActionIcon
          variant="default"
          size={36}
          aria-label={
            isPlaying ? t("replay.pause") : date === undefined ? t("replay.play") : t("replay.playOn", { date })
          }
          onClick={() => onPlay(!isPlaying)}
        >
          {isPlaying ? <IconPlayerPause size={18} aria-hidden /> : <IconPlayerPlay size={18} aria-hidden />}
        </ActionIcon>
        <input
          className={styles.range}
          type="range"
          min={0}
          max={date === undefined ? instants.length : instants.length - 1}
          step={1}
          value={place}
          aria-label={t("replay.position")}
          aria-valuetext={words}
          onChange={(event) => onChange(instants[Number(event.currentTarget.value)])}
        />
      </div>
      <p className="og-note og-wrap og-ends" style={{ gap: "2px 16px" }}>
        <strong className="og-figure og-text">{words}</strong>
        <span>{t("replay.zone", { zone })}</span>
      </p>
    </section>
  );
}
