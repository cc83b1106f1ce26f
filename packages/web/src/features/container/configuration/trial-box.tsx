import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";

import { FormFailure } from "../../../ui/form-notes.tsx";
import { useAct } from "../../../ui/use-act.ts";

export interface TrialBoxProps<Setting, Result> {
  words: {
    title: string;
    why: string;
    run: string;
    running: string;
    /** The values cannot be tried. */
    wrong: string;
    /** They have been changed since. */
    other: string;
  };
  /** Undefined: as it is filled in, it means nothing. */
  setting: Setting | undefined;
  onTry: (setting: Setting) => Promise<Result>;
  children: (result: Result, tried: Setting) => ReactNode;
}

/** Tries a setting out on what was measured, before anybody saves it. */
export function TrialBox<Setting, Result>({ words, setting, onTry, children }: TrialBoxProps<Setting, Result>) {
  const [tried, setTried] = useState<{ setting: Setting; result: Result }>();
  const act = useAct(async (wanted: Setting) => setTried({ setting: wanted, result: await onTry(wanted) }));
  const isOther = tried !== undefined && setting !== undefined && textOf(tried.setting) !== textOf(setting);
  return (
    <div className="og-box og-close-stack" style={{ padding: 12 }} role="group" aria-label={words.title}>
      <span className="og-strong">{words.title}</span>
      <p className="og-note og-flush">{words.why}</p>
      <div className="og-line">
        <Button
          variant="default"
          disabled={setting === undefined}
          loading={act.isRunning}
          onClick={() => setting !== undefined && void act.run(setting)}
        >
          {words.run}
        </Button>
        {act.isRunning && <span role="status">{words.running}</span>}
        {setting === undefined && <span className="og-note">{words.wrong}</span>}
      </div>
      <FormFailure error={act.error} />
      {tried && (
        <div className="og-close-stack" role="status">
          {isOther && <p className="og-note og-flush og-amber">{words.other}</p>}
          {children(tried.result, tried.setting)}
        </div>
      )}
    </div>
  );
}

function textOf(setting: unknown): string {
  return JSON.stringify(setting);
}
