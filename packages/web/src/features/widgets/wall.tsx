import { ActionIcon, Button, Modal } from "@mantine/core";
import { useViewportSize } from "@mantine/hooks";
import { idOf, type WidgetType } from "@offgrid/contract/widgets/widget-types";
import type { KeptWidget } from "@offgrid/contract/widgets/widgets.schema";
import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay, IconX } from "@tabler/icons-react";
import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { useCall } from "../../core/api/use-call.ts";
import { currentLocale, withLocale } from "../../core/i18n/locale.ts";
import { keepPage } from "../../core/kept-page.ts";
import { useTick } from "../../core/live/tick.ts";
import { formatAge } from "../../core/time.ts";
import { useWidgetTitles } from "../../domain/widgets/use-widget-titles.ts";
import { WidgetBody } from "../../domain/widgets/widget-box.tsx";
import { ScrollBox } from "../../ui/scroll-box.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import styles from "../../domain/widgets/widgets.module.css";
import { useWakeLock } from "./use-wake-lock.ts";

interface WallProps {
  widgets: readonly KeptWidget[];
  /** The one that is shown. */
  id: string;
  /** For which each is shown; 0: until somebody goes on. */
  seconds: number;
  onShow: (id: string) => void;
  onEnd: () => void;
}

/** What the distances and the edge of the screen take, and the bar before it is enlarged. */
const aroundPx = { edges: 64, bar: 40 };

/** The part of a desk that one looks at: as large as it is there to an arm's length, a wall is to whoever stands across the room. */
const desk = { widthPx: 853, heightPx: 480 };

/** These fill any room as they are; their words alone are enlarged. */
const filling: ReadonlySet<string> = new Set<WidgetType>(["chart", "map", "picture"]);

/**
 * One widget over the whole screen, then the next. It stays when the session has ended: with the last data, its age, and a
 * way to sign in.
 */
export function Wall({ widgets, id, seconds, onShow, onEnd }: WallProps) {
  const { t } = useTranslation("widgets");
  const { titleOf } = useWidgetTitles();
  const { width, height } = useViewportSize();
  const scale = Math.max(1, Math.min(width / desk.widthPx, height / desk.heightPx));
  const now = useTick();
  const [isPaused, setPaused] = useState(seconds === 0);
  const [isOver, setOver] = useState(false);
  useEffect(() => keepPage(() => setOver(true)), []);
  const place = widgets.findIndex((one) => idOf(one) === id);
  const step = (by: -1 | 1) => onShow(idOf(widgets[(place + by + widgets.length) % widgets.length]!));
  useEffect(() => {
    if (isPaused || widgets.length < 2) return undefined;
    const timer = setTimeout(() => step(1), seconds * 1_000);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the countdown starts again with another widget and after a pause, not with each render
  }, [id, isPaused, seconds, widgets.length]);
  useArrows(step);
  const end = () => {
    // While the next page is on its way there, the next widget would lead back here.
    setPaused(true);
    onEnd();
  };
  const widget = widgets[place];
  if (!widget) return null;
  const room = Math.max(200, height - aroundPx.edges - aroundPx.bar * scale);
  return (
    <Modal.Root opened fullScreen transitionProps={{ duration: 0 }} onClose={end}>
      <Modal.Content aria-label={t("wall.title")} data-covers-page>
        <Modal.Body>
          <div className="og-stack og-mid">
            <div className="og-head" style={{ zoom: scale }}>
              {/* Here, since a mark of the focus on a button would be seen for as long as the wall hangs. */}
              <h2 className="og-title og-anywhere" tabIndex={-1} data-autofocus style={{ outline: "none" }}>
                {titleOf(widget)}
              </h2>
              <Bar
                {...{ isPaused, setPaused, isOver, now, step }}
                onEnd={end}
                place={place + 1}
                total={widgets.length}
                canGoOn={seconds > 0 && widgets.length > 1}
              />
            </div>
            <ScrollBox label={titleOf(widget)}>
              <Enlarged type={widget.type} scale={scale} roomPx={room}>
                {(heightPx) => <WidgetBody key={id} widget={widget} now={now} heightPx={heightPx} />}
              </Enlarged>
            </ScrollBox>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface EnlargedProps {
  type: unknown;
  scale: number;
  /** Of the screen. */
  roomPx: number;
  /** @param heightPx Of its room, before it is enlarged. */
  children: (heightPx: number) => ReactNode;
}

/** A pointer that was not moved for so long was left where it is, and points at nothing. */
const restMs = 4_000;

/** Does the pointer point at nothing? So it is until somebody moves it: whoever starts a wall leaves it in the middle. */
function usePointerRest(): boolean {
  const [isResting, setResting] = useState(true);
  useEffect(() => {
    let at: string | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const moved = ({ type, clientX, clientY }: PointerEvent) => {
      const was = at;
      at = `${clientX} ${clientY}`;
      // Browsers tell of a move too where something is drawn below a pointer that stays.
      if (type === "pointermove" && (was === undefined || was === at)) return;
      setResting(false);
      clearTimeout(timer);
      timer = setTimeout(() => setResting(true), restMs);
    };
    for (const type of ["pointermove", "pointerdown"] as const) window.addEventListener(type, moved);
    return () => {
      clearTimeout(timer);
      for (const type of ["pointermove", "pointerdown"] as const) window.removeEventListener(type, moved);
    };
  }, []);
  return isResting;
}

/** What a widget shows, so large that it is read from across a room, in the middle of the screen. */
function Enlarged({ type, scale, roomPx, children }: EnlargedProps) {
  const isResting = usePointerRest();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isResting) return;
    // Browsers tell of what is no longer below a pointer only when it moves.
    for (const plot of frame.current?.querySelectorAll(".u-over") ?? [])
      plot.dispatchEvent(new MouseEvent("mouseleave"));
  }, [isResting]);
  if (typeof type === "string" && filling.has(type)) {
    // Else the values at the pointer lie over the lines for as long as the wall hangs.
    const look = type === "chart" && isResting && ({ pointerEvents: "none", cursor: "none" } as const);
    return (
      <div
        ref={frame}
        className={styles.wall}
        style={{ "--wall": scale, "--plot-label-px": 12 * scale, ...look } as CSSProperties}
      >
        {children(roomPx)}
      </div>
    );
  }
  const heightPx = Math.floor(roomPx / scale);
  const figure = type === "kpi" && {
    "--og-big": `calc(clamp(3rem, 25vmin, 20rem) / ${scale})`,
    justifyContent: "center",
  };
  const note = type === "text" && { fontSize: "1.5em" };
  return (
    <div
      style={
        {
          zoom: scale,
          minHeight: heightPx,
          display: "grid",
          alignContent: "center",
          ...figure,
          ...note,
        } as CSSProperties
      }
    >
      <div className="og-least">{children(heightPx)}</div>
    </div>
  );
}

/** The arrow keys go on and back wherever the focus is, except where they do something of their own. */
function useArrows(step: (by: -1 | 1) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const by = ({ ArrowLeft: -1, ArrowRight: 1 } as const)[event.key];
    const isOwn = event.target instanceof Element && event.target.matches("input, select, textarea");
    if (by === undefined || isOwn || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    step(by);
  });
  useEffect(() => {
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

interface BarProps {
  isPaused: boolean;
  setPaused: (isPaused: boolean) => void;
  isOver: boolean;
  now: number;
  place: number;
  total: number;
  canGoOn: boolean;
  step: (by: -1 | 1) => void;
  onEnd: () => void;
}

/** How old the data is, whether the screen stays on, and what goes on, back and ends. */
function Bar({ isPaused, setPaused, isOver, now, place, total, canGoOn, step, onEnd }: BarProps) {
  const { t } = useTranslation("widgets");
  const locale = useLocale();
  const isAwake = useWakeLock();
  const { dataUpdatedAt } = useCall("getSitesV2", {});
  const signIn = () => {
    const next = encodeURIComponent(location.pathname.replace(/^\/fr(?=\/)/, "") + location.search);
    location.assign(withLocale(`/login?next=${next}`, currentLocale));
  };
  return (
    <div className="og-line">
      {isOver && (
        <span className="og-line" role="alert">
          <strong className="og-medium og-amber">{t("wall.ended")}</strong>
          <Button size="compact-md" onClick={signIn}>
            {t("wall.signIn")}
          </Button>
        </span>
      )}
      <span className="og-note">
        {t("wall.age", { age: formatAge(Math.max(0, now - dataUpdatedAt), locale) })}
        {isAwake !== undefined && ` · ${t(isAwake ? "wall.awake" : "wall.asleep")}`}
      </span>
      <span className="og-row og-tight">
        {total > 1 && (
          <>
            <ActionIcon variant="default" size={36} aria-label={t("wall.previous")} onClick={() => step(-1)}>
              <IconChevronLeft size={20} aria-hidden />
            </ActionIcon>
            <span className="og-note og-number">{t("wall.place", { place, total })}</span>
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
      </span>
    </div>
  );
}
