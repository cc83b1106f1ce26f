import { EnergyShape } from "./energy-mark.tsx";
import { isBad } from "./energy-rank.ts";
import styles from "./energy-sentence.module.css";
import { type EnergyFacts, asText, energySentences, isEnergyOld } from "./energy-words.ts";
import { useEnergyWords } from "./use-energy-words.ts";

/**
 * How a container is supplied: the shape of the state, the sentence on it in place of the word, and what belongs to it.
 * `stateOnly`: nothing of what belongs to it.
 */
export function EnergySentence({ stateOnly = false, ...facts }: EnergyFacts & { stateOnly?: boolean }) {
  const words = useEnergyWords();
  const { level } = facts.energy;
  const [state = "", ...all] = energySentences(facts, words);
  const more = stateOnly ? [] : all;
  return (
    <span className={`${styles.sentence} og-inline og-text og-snug og-grave`} data-level={level}>
      <EnergyShape level={level} isMuted={isEnergyOld(facts, words) && !isBad(level)} />
      {/* What is wrong stands out from what belongs to it. */}
      <span>
        {more.length === 0 ? state : `${state}. `}
        {more.length > 0 && <span className="og-text og-normal">{asText(more)}</span>}
      </span>
    </span>
  );
}
