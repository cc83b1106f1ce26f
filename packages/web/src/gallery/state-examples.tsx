import { Button } from "@mantine/core";
import { IconSun } from "@tabler/icons-react";
import { useState } from "react";

import { ApiError } from "../core/api/api-error.ts";
import { Async, type Pending } from "../ui/async.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Example } from "./example.tsx";
import styles from "./gallery.module.css";
import { useWords } from "./words.ts";

const still: Pending<readonly string[]> = {
  data: undefined,
  error: null,
  isPending: false,
  isFetching: false,
  refetch: () => {},
};
const refused = new ApiError({ code: "too_many", status: 429, message: "", requestId: "req-4k2v9", retryAfterS: 30 });
const states: readonly Pending<readonly string[]>[] = [
  { ...still, isPending: true, isFetching: true },
  { ...still, data: ["1"], isFetching: true },
  { ...still, data: ["1"], error: refused },
  { ...still, data: [] },
  { ...still, error: refused },
];

export function StateExamples() {
  const words = useWords();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Example name="async">
        {states.map((state, index) => (
          <div key={index} className={styles.state}>
            <Async of={state} height={80} empty={<EmptyState title={words.nothing} />}>
              {() => <p>{words.ready}</p>}
            </Async>
          </div>
        ))}
      </Example>
      <Example name="empty-state">
        <EmptyState
          title={words.nothing}
          why={words.why}
          icon={<IconSun size={32} />}
          action={<Button>{words.add}</Button>}
        />
      </Example>
      <Example name="error-note">
        <div className={styles.state}>
          <ErrorNote error={refused} onRetry={() => {}} />
        </div>
        <div className={styles.state}>
          <ErrorNote error={new Error("unexpected")} onRetry={() => {}} />
        </div>
      </Example>
      <Example name="confirm-dialog">
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {words.open}
        </Button>
        {isOpen && (
          <ConfirmDialog
            title={words.question}
            confirm={words.remove}
            error={refused}
            onConfirm={() => setIsOpen(false)}
            onClose={() => setIsOpen(false)}
          >
            {words.consequence}
          </ConfirmDialog>
        )}
      </Example>
    </>
  );
}
