import { asShown, fromTyped, type QuantityUnit } from "@offgrid/contract/telemetry/shown-units";
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from "react";

import { spreadLabels } from "./spread-labels.ts";
import type { PlotArea } from "./plot.types.ts";

/** A level of the left axis that people move: by dragging it, or with the arrow keys. */
export interface ChartLevel {
  id: string;
  /** What it is, such as a threshold. */
  label: string;
  value: number;
  /** What the value is in; the axis is in the unit that people read. */
  unit: QuantityUnit;
  /** A value with its unit. */
  textOf: (value: number) => string;
  /** Called once it rests. */
  onChange: (value: number) => void;
}

const hitPx = 24;
const labelPx = 18;
/** It moves by so many parts of what the axis shows with one press of an arrow key. */
const keySteps = 100;
const pageSteps = 10;
const stepsBy: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: pageSteps,
  PageDown: -pageSteps,
};

/** Lines across the picture. What lies outside of it waits at its edge. */
export function ChartLevels({ levels, area }: { levels: readonly ChartLevel[]; area: PlotArea }) {
  const { low, high } = area;
  if (low === undefined || high === undefined || high <= low) return null;
  const tops = levels.map(
    ({ value, unit }) => within((high - asShown(value, unit).value) / (high - low)) * area.height,
  );
  const labelTops = spreadLabels(tops, { apart: labelPx, room: area.height });
  return levels.map((level, index) => {
    const labelBy = (labelTops[index] ?? 0) - (tops[index] ?? 0);
    return <Level key={level.id} {...{ level, area, low, high, labelBy }} />;
  });
}

interface LevelProps {
  level: ChartLevel;
  area: PlotArea;
  low: number;
  high: number;
  /** So far its label stands below its line, px, since another label is there. */
  labelBy: number;
}

function Level({ level, area, low, high, labelBy }: LevelProps) {
  const { label, unit, textOf, onChange } = level;
  // While it is dragged; the next movement may come before it is drawn.
  const dragged = useRef<number>(undefined);
  const [moved, setMoved] = useState<number>();
  const value = moved ?? level.value;
  const step = stepOf(high - low);
  const onAxis = asShown(value, unit).value;
  const rounded = (at: number) => fromTyped(Number((Math.round(at / step) * step).toPrecision(12)), unit);
  const valueAt = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    const top = event.clientY - (box?.top ?? 0) - area.top;
    return rounded(high - Math.min(1, Math.max(0, top / area.height)) * (high - low));
  };
  const drag = (next: number | undefined) => {
    dragged.current = next;
    setMoved(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = stepsBy[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onChange(rounded(asShown(level.value, unit).value + by * step));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={Math.min(low, onAxis)}
      aria-valuemax={Math.max(high, onAxis)}
      aria-valuenow={onAxis}
      aria-valuetext={textOf(value)}
      style={placeOf(area, (high - onAxis) / (high - low))}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(valueAt(event));
      }}
      onPointerMove={(event) => {
        if (dragged.current !== undefined) drag(valueAt(event));
      }}
      onPointerUp={() => {
        if (dragged.current !== undefined) onChange(dragged.current);
        drag(undefined);
      }}
      onPointerCancel={() => drag(undefined)}
    >
      <div style={{ borderTop: "2px dashed var(--og-danger)", flex: 1 }} />
      <LevelLabel name={label} value={textOf(value)} by={labelBy} />
    </div>
  );
}

function LevelLabel({ name, value, by }: { name: string; value: string; by: number }) {
  return (
    <span
      className="og-small og-ground og-nowrap"
      style={{ paddingInline: 4, position: "relative", top: by }}
      aria-hidden
    >
      {saysValue(name, value) ? name : `${name} ${value}`}
    </span>
  );
}

const within = (share: number) => Math.min(1, Math.max(0, share));

/** Does its name have the number already, and not as a part of another one? */
function saysValue(label: string, text: string): boolean {
  const at = label.indexOf(text);
  return at >= 0 && !/[\d.,]/.test(label.charAt(at - 1)) && !/\d/.test(label.charAt(at + text.length));
}

function placeOf(area: PlotArea, share: number): CSSProperties {
  return {
    position: "absolute",
    zIndex: 1,
    left: area.left,
    top: area.top + within(share) * area.height - hitPx / 2,
    width: area.width,
    height: hitPx,
    display: "flex",
    alignItems: "center",
    cursor: "ns-resize",
    touchAction: "none",
  };
}

/** A round part of what the axis shows: 1, 2 or 5 of a power of ten. */
function stepOf(span: number): number {
  const rough = span / keySteps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const [step = 10] = [1, 2, 5].filter((one) => one * power >= rough);
  return step * power;
}
