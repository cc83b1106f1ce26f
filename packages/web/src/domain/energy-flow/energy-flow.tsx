import {
  IconBattery2,
  IconBolt,
  IconEngine,
  IconFlame,
  IconPlug,
  IconPlugConnected,
  IconQuestionMark,
  IconSun,
} from "@tabler/icons-react";
import { type CSSProperties, useId, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import { seriesColor } from "../../ui/series-color.ts";
import { type ChargeLimits, chargeMarks } from "../container/charge-marks.ts";
import styles from "./energy-flow.module.css";
import { type FlowBranch, type FlowKind, hasDirection, lineWidth, speedClass } from "./flow-balance.ts";
import { FlowFacts } from "./flow-facts.tsx";
import { layFlow, lineStep, type PlacedBranch } from "./flow-layout.ts";
import {
  type BranchWords,
  type EnergyFlowProps,
  type FlowNote,
  isAllLoads,
  linesOf,
  seriesOf,
  useBranchWords,
} from "./flow-words.ts";

const icons: Record<FlowKind, typeof IconSun> = {
  solar: IconSun,
  generator: IconEngine,
  grid: IconPlugConnected,
  battery: IconBattery2,
  load: IconPlug,
  losses: IconFlame,
  unmetered: IconQuestionMark,
};

/**
 * Who feeds whom: a drawing for the eye, a table of the same facts for readers, and where there is no room for the drawing
 * a list with bars. Lines move with the power of this instant only.
 */
export function EnergyFlow(props: EnergyFlowProps) {
  const { flow, folded } = props;
  const wordsOf = useBranchWords(props);
  const drawn = flow.branches.filter(({ id }) => !folded?.has(id));
  const layout = layFlow(drawn, (branch) => linesOf(wordsOf(branch)));
  const isHidden = useHiddenTab();
  const { t } = useTranslation("energy-flow");
  const { bus } = layout;
  return (
    <>
      <svg
        className={styles.picture}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        data-still={isHidden || undefined}
        aria-hidden
      >
        {layout.placed.map((placed) => (
          <Line
            key={placed.branch.id}
            placed={placed}
            isCut={isAllLoads(placed.branch) && props.cut !== undefined}
            note={props.notes?.[placed.branch.id]}
          />
        ))}
        <g data-fault={props.hasFault || undefined} className={styles.bus}>
          <rect {...bus} rx={10} />
          <IconBolt className="og-accent" x={bus.x + 12} y={bus.y + bus.height / 2 - 12} width={24} height={24} />
          <text x={bus.x + 44} y={bus.y + bus.height / 2 + (props.hasFault ? -4 : 5)} className={styles.name}>
            {t("bus")}
          </text>
          {props.hasFault && (
            <text x={bus.x + 44} y={bus.y + bus.height / 2 + 14} className={styles.fault}>
              {t("note.fault")}
            </text>
          )}
        </g>
        {layout.placed.map((placed) => (
          <Box
            key={placed.branch.id}
            placed={placed}
            words={wordsOf(placed.branch)}
            note={props.notes?.[placed.branch.id]}
            limits={props.limits}
          />
        ))}
      </svg>
      <div className={styles.read}>
        <FlowFacts {...props} />
      </div>
    </>
  );
}

/** How long a line takes to move by one of its dashes, by its class of speed; the first does not move. */
const paces = [undefined, "2.8s", "1.9s", "1.2s", "0.7s"];

/** The line of a branch; where nothing flows only that it is connected, and of loads that are cut, that it is not. */
function Line({ placed, note, isCut }: { placed: PlacedBranch; note: FlowNote | undefined; isCut: boolean }) {
  const { branch, path, arrow } = placed;
  if (!hasDirection(branch)) return <Wire path={path} isCut={isCut || note === "cut"} />;
  const powerW = branch.powerW ?? 0;
  const width = lineWidth(powerW);
  const isBroken = branch.isStale || note === "fault";
  const speed = isBroken ? 0 : speedClass(powerW);
  const size = 5 + width / 2;
  return (
    <g
      className={styles.line}
      data-broken={isBroken || undefined}
      data-speed={speed}
      style={{ ...seriesColor(seriesOf(branch)), "--line": `${width}px`, "--pace": paces[speed] } as CSSProperties}
    >
      <path d={path} />
      {speed > 0 && <path d={path} className={styles.moving} />}
      <polygon
        points={`${size},0 ${-size},${-size} ${-size},${size}`}
        transform={`translate(${arrow.x} ${arrow.y}) rotate(${arrow.angleDeg})`}
      />
    </g>
  );
}

function Wire({ path, isCut }: { path: string; isCut: boolean }) {
  return (
    <path
      d={path}
      fill="none"
      stroke={isCut ? "var(--og-danger)" : "var(--og-border)"}
      strokeWidth={1.5}
      strokeDasharray={isCut ? "2 7" : undefined}
      data-cut={isCut || undefined}
    />
  );
}

/** Of what is said first of loads that are cut. */
const red = { fill: "var(--og-danger)" };
/** The border of what is connected and idle. */
const faint = { stroke: "var(--og-border)" };

/** Does nothing flow for no bad reason? */
function isResting(branch: FlowBranch, isCut: boolean, note: FlowNote | undefined): boolean {
  return branch.powerW !== undefined && !hasDirection(branch) && !isCut && note !== "cut" && note !== "fault";
}

interface BoxProps extends Pick<EnergyFlowProps, "limits"> {
  placed: PlacedBranch;
  words: BranchWords;
  note: FlowNote | undefined;
}

function Box({ placed, words, note, limits }: BoxProps) {
  const { branch, x, y, width, height } = placed;
  const clipId = useId();
  const Icon = icons[branch.kind];
  const isBattery = branch.kind === "battery";
  const more = [words.below ?? words.remaining, words.energy].filter((line) => line !== undefined);
  const { cut } = words;
  const isIdle = isResting(branch, cut !== undefined, note);
  const valueLine = cut?.since === undefined ? 1 : 2;
  const lines = linesOf(words);
  const first = isBattery || lines > 2 ? 22 : height / 2 - 6;
  const indent = valueLine === 1 ? 38 : 12;
  const beside = cut ? words.name : words.beside;
  // A battery's last lines are long ones, and nothing stands left of them.
  const lineY = (line: number) => y + first + line * lineStep;
  return (
    <g
      className={styles.box}
      style={seriesColor(seriesOf(branch))}
      data-old={branch.isStale || undefined}
      data-idle={isIdle || undefined}
    >
      <clipPath id={clipId}>
        <rect x={x} y={y} width={width} height={height} rx={8} />
      </clipPath>
      <rect x={x} y={y} width={width} height={height} rx={8} style={isIdle ? faint : undefined} />
      <Charge placed={placed} clipId={clipId} limits={limits} />
      <Icon
        x={x + 10}
        y={lineY(0) - 14}
        width={20}
        height={20}
        className="og-series"
        opacity={isIdle ? 0.5 : undefined}
      />
      <text x={x + 38} y={lineY(0)} className={styles.name} style={cut && red}>
        {cut?.title ?? words.name}
      </text>
      {cut?.since !== undefined && (
        <text x={x + indent} y={lineY(1)} className={styles.detail} style={red}>
          {cut.since}
        </text>
      )}
      <text x={x + indent} y={lineY(valueLine)} className={styles.value}>
        {words.value}
        {beside !== undefined && (
          <tspan className={styles.detail} dx={8}>
            {beside}
          </tspan>
        )}
      </text>
      {more.map((line, index) => (
        <text key={line} x={x + (isBattery ? 12 : indent)} y={lineY(valueLine + index + 1)} className={styles.detail}>
          {line}
        </text>
      ))}
    </g>
  );
}

/** The charge of a battery along the foot of its box; hatched where it was read too long ago, as on its bar elsewhere. */
function Charge({
  placed: { branch, x, y, width, height },
  clipId,
  limits = {},
}: {
  placed: PlacedBranch;
  clipId: string;
  limits: ChargeLimits | undefined;
}) {
  const hatchId = useId();
  const { socPercent, socOldAtMs } = branch;
  if (socPercent === undefined) return null;
  const isOld = socOldAtMs !== undefined;
  return (
    <g className="og-charge" {...chargeMarks(isOld ? undefined : socPercent, limits)}>
      {isOld && (
        <pattern id={hatchId} width={8} height={8} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className={styles.charge} width={4} height={8} />
        </pattern>
      )}
      <rect
        className={styles.charge}
        clipPath={`url(#${clipId})`}
        x={x}
        y={y + height - 6}
        width={(width * Math.min(100, Math.max(0, socPercent))) / 100}
        height={6}
        style={isOld ? { fill: `url(#${hatchId})` } : undefined}
      />
    </g>
  );
}

function useHiddenTab(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener("visibilitychange", changed);
      return () => document.removeEventListener("visibilitychange", changed);
    },
    () => document.hidden,
  );
}
