import { useTranslation } from "react-i18next";

import type { Flow, FlowBranch } from "./flow-balance.ts";
import { useBranchWords } from "./flow-words.ts";

interface IdleNoteProps {
  flow: Flow;
  idle: readonly FlowBranch[];
  atMs: number;
  /** The day on which nothing flowed in them, in words; absent: the last 24 hours. */
  date?: string | undefined;
}

/** The branches that have no box, by their names; nothing where there are none. */
export function IdleNote({ flow, idle, atMs, date }: IdleNoteProps) {
  const { t } = useTranslation("energy-flow");
  if (idle.length === 0) return null;
  return (
    <p className="og-note" style={{ margin: "8px 0" }}>
      {date === undefined ? t("idle") : t("idleOn", { date })}{" "}
      {idle.map((branch, index) => (
        <span key={branch.id}>
          {index > 0 && ", "}
          <BranchName branch={branch} flow={flow} atMs={atMs} />
        </span>
      ))}
    </p>
  );
}

function BranchName({ branch, ...shown }: { branch: FlowBranch; flow: Flow; atMs: number }) {
  return useBranchWords(shown)(branch).name;
}
