import { useTranslation } from "react-i18next";

import { seriesColor } from "../../ui/series-color.ts";
import styles from "./energy-flow.module.css";
import { type FlowBranch, hasDirection } from "./flow-balance.ts";
import {
  type BranchWords,
  type EnergyFlowProps,
  type FlowCut,
  seriesOf,
  useBranchWords,
  useDirection,
} from "./flow-words.ts";

/** The drawing's facts as a table: for screen readers on every screen, and visible where the drawing has no room. */
export function FlowFacts(props: EnergyFlowProps) {
  const { t } = useTranslation("energy-flow");
  const { branches } = props.flow;
  const wordsOf = useBranchWords(props);
  const most = Math.max(1, ...branches.map(({ powerW = 0 }) => Math.abs(powerW)));
  return (
    <table className={styles.facts}>
      <caption className="visually-hidden">{t("facts")}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t("column.way")}</th>
          <th scope="col">{t("column.power")}</th>
        </tr>
      </thead>
      <tbody>
        {branches.map((branch) => (
          <FactRow key={branch.id} branch={branch} most={most} words={wordsOf(branch)} folded={props.folded} />
        ))}
      </tbody>
    </table>
  );
}

/** In a line of its own before the rest. */
function CutWords({ title, since = "" }: FlowCut) {
  return (
    <span className="og-danger" style={{ display: "block" }}>
      {`${title} ${since}`.trim()}
    </span>
  );
}

interface FactRowProps extends Pick<EnergyFlowProps, "folded"> {
  branch: FlowBranch;
  words: BranchWords;
  /** The most that any branch carries, W. */
  most: number;
}

function FactRow({ branch, words, most, folded }: FactRowProps) {
  const way = useDirection(branch, words.name);
  const about = [words.detail, words.remaining, words.energy].filter(Boolean).join(" · ");
  const share = (Math.abs(branch.powerW ?? 0) / most) * 100;
  return (
    <tr
      style={seriesColor(seriesOf(branch))}
      className={branch.isStale ? "og-muted" : undefined}
      data-old={branch.isStale || undefined}
      data-folded={folded?.has(branch.id) || undefined}
    >
      <th scope="row" className="og-medium">
        {words.cut && <CutWords {...words.cut} />} {way} {about !== "" && <span className={styles.about}>{about}</span>}
        {hasDirection(branch) && <span className={styles.bar} style={{ width: `${share}%` }} aria-hidden />}
      </th>
      <td className="og-amount og-strong">{words.value}</td>
    </tr>
  );
}
