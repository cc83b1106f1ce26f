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
import { type CSSProperties, useId, useMemo, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import { seriesColor } from "../../ui/series-color.ts";
import styles from "./energy-flow.module.css";
import { type FlowKind, isFlowing, lineWidth, speedClass } from "./flow-balance.ts";
import { FlowFacts } from "./flow-facts.tsx";
import { layFlow, type PlacedBranch } from "./flow-layout.ts";
import { type EnergyFlowProps, type FlowNote, seriesOf, useBranchWords } from "./flow-words.ts";

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
  const layout = useMemo(() => layFlow(flow.branches.filter(({ id }) => !folded?.has(id))), [flow.branches, folded]);
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
          <Line key={placed.branch.id} placed={placed} note={props.notes?.[placed.branch.id]} />
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
          <Box key={placed.branch.id} placed={placed} {...props} />
        ))}
      </svg>
      <FlowFacts {...props} />
    </>
  );
}

/** How long a line takes to move by one of its dashes, by its class of speed; the first does not move. */
const paces = [undefined, "2.8s", "1.9s", "1.2s", "0.7s"];

/** The line of a branch; none where nothing flows. */
function Line({ placed: { branch, path, arrow }, note }: { placed: PlacedBranch; note: FlowNote | undefined }) {
  if (!isFlowing(branch)) return null;
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

function Box({ placed, ...props }: { placed: PlacedBranch } & EnergyFlowProps) {
  const { branch, x, y, width, height } = placed;
  const words = useBranchWords(branch, props);
  const clipId = useId();
  const Icon = icons[branch.kind];
  const isBattery = branch.kind === "battery";
  const more = [words.below ?? words.remaining, words.energy].filter((line) => line !== undefined);
  // The more lines there are, the closer they stand together.
  const [first, step] = isBattery
    ? [22, 20]
    : more.length === 2
      ? [18, 17]
      : [more.length === 1 ? 22 : height / 2 - 6, 20];
  // A battery's last lines are long ones, and nothing stands left of them.
  const lineY = (line: number) => y + first + line * step;
  return (
    <g className={styles.box} style={seriesColor(seriesOf(branch))} data-old={branch.isStale || undefined}>
      <clipPath id={clipId}>
        <rect x={x} y={y} width={width} height={height} rx={8} />
      </clipPath>
      <rect x={x} y={y} width={width} height={height} rx={8} />
      <Charge placed={placed} clipId={clipId} />
      <Icon x={x + 10} y={lineY(0) - 14} width={20} height={20} className="og-series" />
      <text x={x + 38} y={lineY(0)} className={styles.name}>
        {words.name}
      </text>
      <text x={x + 38} y={lineY(1)} className={styles.value}>
        {words.value}
        {words.beside !== undefined && (
          <tspan className={styles.detail} dx={8}>
            {words.beside}
          </tspan>
        )}
      </text>
      {more.map((line, index) => (
        <text key={line} x={x + (isBattery ? 12 : 38)} y={lineY(index + 2)} className={styles.detail}>
          {line}
        </text>
      ))}
    </g>
  );
}

/** The charge of a battery along the foot of its box; hatched where it was read too long ago, as on its bar elsewhere. */
function Charge({ placed: { branch, x, y, width, height }, clipId }: { placed: PlacedBranch; clipId: string }) {
  const hatchId = useId();
  const { socPercent, socOldAtMs } = branch;
  if (socPercent === undefined) return null;
  const isOld = socOldAtMs !== undefined;
  return (
    <>
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
        style={isOld ? { fill: `url(#${hatchId})`, opacity: 0.55 } : undefined}
      />
    </>
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
