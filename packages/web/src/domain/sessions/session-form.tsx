import { Button } from "@mantine/core";
import type { SessionRow } from "@offgrid/contract/session/session.schema";
import { useState } from "react";

import { FormDone, FormFailure } from "../../ui/form-notes.tsx";
import { SessionList } from "./session-list.tsx";
import { useAct } from "../../ui/use-act.ts";

export interface SessionFormProps {
  sessions: readonly SessionRow[];
  /** Words of the button that ends more than one. */
  endMany: string;
  isEndManyDisabled?: boolean;
  /** What is said once one was ended, or many. */
  ended?: { one: string; many: string };
  /** Without an id: as the button says. */
  onEnd: (id?: string) => Promise<void>;
}

/** Where a person is signed in, with ways to end one session or many. */
export function SessionForm({ sessions, endMany, isEndManyDisabled = false, ended, onEnd }: SessionFormProps) {
  const [ending, setEnding] = useState<string>();
  const one = useAct(onEnd);
  const many = useAct(() => onEnd());
  const endOne = async (id: string) => {
    many.forget();
    setEnding(id);
    await one.run(id);
    setEnding(undefined);
  };
  return (
    <div className="og-stack">
      <SessionList sessions={sessions} ending={ending} onEnd={(id) => void endOne(id)} />
      <FormFailure error={one.error ?? many.error} />
      <div className="og-line">
        <Button
          variant="default"
          disabled={isEndManyDisabled}
          loading={many.isRunning}
          onClick={() => {
            one.forget();
            void many.run();
          }}
        >
          {endMany}
        </Button>
        {ended && <FormDone text={many.isDone ? ended.many : one.isDone ? ended.one : undefined} />}
      </div>
    </div>
  );
}
