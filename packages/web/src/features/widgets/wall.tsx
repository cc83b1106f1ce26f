import { Modal } from "@mantine/core";
import { useViewportSize } from "@mantine/hooks";
import { idOf, type WidgetType } from "@offgrid/contract/widgets/widget-types";
import type { KeptWidget } from "@offgrid/contract/widgets/widgets.schema";
import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { keepPage } from "../../core/kept-page.ts";
import { useTick } from "../../core/live/tick.ts";
import { useWidgetTitles } from "../../domain/widgets/use-widget-titles.ts";
import { WidgetBody } from "../../domain/widgets/widget-box.tsx";
import { ScrollBox } from "../../ui/scroll-box.tsx";
import styles from "../../domain/widgets/widgets.module.css";
import { useRest } from "./use-rest.ts";
import { WallControls } from "./wall-controls.tsx";
import { WallAlarm, WallFacts } from "./wall-facts.tsx";
import { useWallAge } from "./wall-age.ts";

interface WallProps {
  widgets: readonly KeptWidget[];
  /** The one that is shown. */
  id: string;
  /** For which each is shown; 0: until somebody goes on. */
  seconds: number;
  onShow: (id: string) => void;
  onEnd: () => void;
}

/** What the distances and the edge of the screen take; and, before they are enlarged, the head and what is wrong. */
const aroundPx = { edges: 64, head: 36, alarm: 52 };

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
  const isLeft = useRest({ withKeys: true, isAtFirst: false });
  const age = useWallAge(now, isOver);
  const end = () => {
    // While the next page is on its way there, the next widget would lead back here.
    setPaused(true);
    onEnd();
  };
  const widget = widgets[place];
  if (!widget) return null;
  const aboveRoom = (aroundPx.head + (age.isOld ? aroundPx.alarm : 0)) * scale;
  const room = Math.max(200, height - aroundPx.edges - aboveRoom);
  return (
    <Modal.Root opened fullScreen transitionProps={{ duration: 0 }} onClose={end}>
      <Modal.Content aria-label={t("wall.title")} data-covers-page style={isLeft ? { cursor: "none" } : undefined}>
        <Modal.Body>
          <div className="og-stack og-mid">
            <div className="og-head" style={{ zoom: scale, minHeight: aroundPx.head }}>
              {/* Here, since a mark of the focus on a button would be seen for as long as the wall hangs. */}
              <h2 className="og-title og-anywhere" tabIndex={-1} data-autofocus style={{ outline: "none" }}>
                {titleOf(widget)}
              </h2>
              <WallFacts age={age} now={now} place={place + 1} total={widgets.length} />
            </div>
            {age.isOld && <WallAlarm isOver={isOver} age={age} scale={scale} />}
            <div className={isLeft ? styles.left : undefined}>
              <ScrollBox label={titleOf(widget)}>
                <Enlarged type={widget.type} scale={scale} roomPx={room}>
                  {(heightPx) => <WidgetBody key={id} widget={widget} now={now} heightPx={heightPx} />}
                </Enlarged>
              </ScrollBox>
            </div>
          </div>
          <WallControls
            {...{ isLeft, isPaused, setPaused, step, scale }}
            onEnd={end}
            isOne={widgets.length < 2}
            canGoOn={seconds > 0 && widgets.length > 1}
          />
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

/** What a widget shows, so large that it is read from across a room, in the middle of the screen. */
function Enlarged({ type, scale, roomPx, children }: EnlargedProps) {
  const isResting = useRest({ withKeys: false, isAtFirst: true });
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
