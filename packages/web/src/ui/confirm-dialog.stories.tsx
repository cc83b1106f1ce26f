import { Button } from "@mantine/core";
import { useState } from "react";

import { ApiError } from "../core/api/api-error.ts";
import type { Story } from "../testing/story.tsx";
import { useWords } from "../testing/story-words.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

const refused = new ApiError({ code: "too_many", status: 429, message: "", retryAfterS: 30 });

function Example() {
  const words = useWords();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
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
    </>
  );
}

export const stories: readonly Story[] = [{ name: "confirm-dialog", states: { refused: Example } }];
