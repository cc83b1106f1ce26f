import { StatusShape } from "../containers/status-mark.tsx";
import { EnergyShape } from "./energy-mark.tsx";
import { isBad } from "./energy-rank.ts";
import styles from "./energy-sentence.module.css";
import { type EnergyFacts, asText, energySentences, isEnergyOld, leadCount } from "./energy-words.ts";
import { useEnergyWords } from "./use-energy-words.ts";

/**
 * How a container is supplied: the shape of the state, the sentence on it in place of the word, and what belongs to it.
 * `leadOnly`: only what has to be known first.
 */
export function EnergySentence({ leadOnly = false, ...facts }: EnergyFacts & { leadOnly?: boolean }) {
  const words = useEnergyWords();
  const { level } = facts.energy;
  const [state = "", ...all] = energySentences(facts, words);
  const more = leadOnly ? all.slice(0, leadCount(facts) - 1) : all;
  return (
    <span className={`${styles.sentence} og-inline og-text og-snug og-grave`} data-level={level}>
      {facts.isNever && level === "unknown" ? (
        <StatusShape state="never" />
      ) : (
        <EnergyShape level={level} isMuted={isEnergyOld(facts, words) && !isBad(level)} />
      )}
      {/* What is wrong stands out from what belongs to it. */}
      <span>
        {more.length === 0 ? state : `${state}. `}
        {more.length > 0 && <span className="og-text og-normal">{asText(more)}</span>}
      </span>
    </span>
  );
}
