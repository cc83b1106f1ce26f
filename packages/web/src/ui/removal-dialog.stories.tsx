import { Button } from "@mantine/core";
import { useState } from "react";

import { ApiError } from "../core/api/api-error.ts";
import type { Story } from "../testing/story.tsx";
import { useWords } from "../testing/story-words.ts";
import { RemovalDialog, type RemovalDialogProps } from "./removal-dialog.tsx";

const refused = new ApiError({ code: "too_many", status: 429, message: "", retryAfterS: 30 });

function Example({ onRemove }: Pick<RemovalDialogProps, "onRemove">) {
  const words = useWords();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {words.open}
      </Button>
      {isOpen && (
        <RemovalDialog
          title={words.question}
          confirm={words.remove}
          onRemove={onRemove}
          onClose={() => setIsOpen(false)}
        >
          {words.consequence}
        </RemovalDialog>
      )}
    </>
  );
}

export const stories: readonly Story[] = [
  {
    name: "removal-dialog",
    states: {
      done: () => <Example onRemove={async () => {}} />,
      refused: () => <Example onRemove={() => Promise.reject(refused)} />,
      impossible: () => <Example onRemove={undefined} />,
    },
  },
];
