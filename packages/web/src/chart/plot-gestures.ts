import type { TimeRange } from "../ui/period-range.ts";
import { panBy, pinchView, sameRange, zoomBy } from "./zoom.ts";

/** What gestures need to know, read again at each. */
export interface GestureHost {
  view: () => TimeRange;
  full: () => TimeRange;
  onView: (view: TimeRange) => void;
  /** A finger points at this share of the width. */
  onPoint: (share: number) => void;
}

interface Grip {
  view: TimeRange;
  /** Where each finger was put down, as a share of the width. */
  from: Map<number, number>;
  now: Map<number, number>;
}

/** Change of the wheel that doubles what is seen, in pixels. */
const wheelDoublePx = 300;
/** Pixels of a line, where a wheel counts in lines. */
const linePx = 16;

/**
 * Wheel with Ctrl (and so a pinch on a touch pad), wheel sideways or with Shift, a drag with Shift, and one or two fingers.
 * Scrolling of the page stays with the page: plain wheel and fingers that move up or down. Ends when the returned function
 * is called.
 */
export function watchGestures(area: HTMLElement, host: GestureHost): () => void {
  let grip: Grip | undefined;
  const shareOf = (event: MouseEvent) => {
    const { left, width } = area.getBoundingClientRect();
    return width > 0 ? (event.clientX - left) / width : 0.5;
  };
  const canPan = () => !sameRange(host.view(), host.full());

  const hold = (fingers: Map<number, number>) => {
    grip = fingers.size > 0 ? { view: host.view(), from: new Map(fingers), now: fingers } : undefined;
  };

  const onDown = (event: PointerEvent) => {
    const isDrag = event.pointerType === "mouse" && event.button === 0 && event.shiftKey;
    if (event.pointerType === "mouse" && !isDrag) return;
    if (isDrag) area.setPointerCapture(event.pointerId);
    hold(new Map(grip?.now).set(event.pointerId, shareOf(event)));
  };

  const onMove = (event: PointerEvent) => {
    if (!grip?.now.has(event.pointerId)) return;
    grip.now.set(event.pointerId, shareOf(event));
    const [one, other] = [...grip.from.keys()] as [number, number?];
    const { from, now } = grip;
    const was = from.get(one)!;
    const is = now.get(one)!;
    if (other !== undefined) {
      host.onView(pinchView(grip.view, host.full(), [was, from.get(other)!], [is, now.get(other)!]));
    } else if (canPan()) {
      host.onView(panBy(grip.view, host.full(), was - is));
    } else {
      host.onPoint(shareOf(event));
    }
  };

  const onUp = (event: PointerEvent) => {
    if (!grip?.now.has(event.pointerId)) return;
    const left = new Map(grip.now);
    left.delete(event.pointerId);
    hold(left);
  };

  const onWheel = (event: WheelEvent) => {
    const toPx = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? linePx : 1;
    if (event.ctrlKey) {
      event.preventDefault();
      const view = host.view();
      const atMs = view.fromMs + shareOf(event) * (view.toMs - view.fromMs);
      host.onView(zoomBy(view, host.full(), 2 ** ((-event.deltaY * toPx) / wheelDoublePx), atMs));
      return;
    }
    const aside = event.deltaX !== 0 ? event.deltaX : event.shiftKey ? event.deltaY : 0;
    if (aside === 0 || Math.abs(event.deltaY) > Math.abs(aside) || !canPan()) return;
    event.preventDefault();
    host.onView(panBy(host.view(), host.full(), (aside * toPx) / Math.max(1, area.clientWidth)));
  };

  area.addEventListener("pointerdown", onDown);
  area.addEventListener("pointermove", onMove);
  area.addEventListener("pointerup", onUp);
  area.addEventListener("pointercancel", onUp);
  area.addEventListener("wheel", onWheel, { passive: false });
  return () => {
    area.removeEventListener("pointerdown", onDown);
    area.removeEventListener("pointermove", onMove);
    area.removeEventListener("pointerup", onUp);
    area.removeEventListener("pointercancel", onUp);
    area.removeEventListener("wheel", onWheel);
  };
}
