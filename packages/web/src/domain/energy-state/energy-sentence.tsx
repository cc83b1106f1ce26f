import { EnergyShape } from "./energy-mark.tsx";
import { isBad } from "./energy-rank.ts";
import styles from "./energy-sentence.module.css";
import { type EnergyFacts, energySentence } from "./energy-words.ts";
import { useEnergyWords } from "./use-energy-words.ts";

/** How a container is supplied: the shape of the state, and the sentence in its place of the word. */
export function EnergySentence(facts: EnergyFacts) {
  const words = useEnergyWords();
  const { level } = facts.energy;
  return (
    <span className={`${styles.sentence} og-grave`} data-level={level}>
      <EnergyShape level={level} isMuted={words.isLastKnown && !isBad(level)} />
      <span>{energySentence(facts, words)}</span>
    </span>
  );
}
