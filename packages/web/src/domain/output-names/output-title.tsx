import type { ReactNode } from "react";

import { useOutputWords } from "./use-output-words.ts";

/** Heading of an output: its name, the terminal where somebody has named it, and what hangs on it. */
export function OutputTitle({ id, target, action }: { id: string; target: string; action: ReactNode }) {
  const { nameOf, idOf, feedsOf } = useOutputWords();
  const [terminal, feeds] = [idOf(target), feedsOf(target)];
  return (
    <>
      <div className="og-row">
        <h3 className="og-flush og-strong og-anywhere" id={id}>
          {nameOf(target)} {terminal !== undefined && <span className="og-beside og-nowrap">{terminal}</span>}
        </h3>
        {action}
      </div>
      {feeds !== undefined && <p className="og-note og-flush og-anywhere">{feeds}</p>}
    </>
  );
}
