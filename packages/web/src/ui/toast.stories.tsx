import { Button, Group, Text } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { useState } from "react";

import type { Story } from "../testing/story.tsx";
import { useWords } from "../testing/story-words.ts";
import { sayDone, sayFailure, sayUndo } from "./toast.tsx";

function Example() {
  const words = useWords();
  const [isThere, setThere] = useState(true);
  return (
    <>
      <Group gap="sm">
        <Button
          variant="default"
          disabled={!isThere}
          onClick={() => {
            setThere(false);
            sayUndo(words.removed, () => setThere(true));
          }}
        >
          {words.remove}
        </Button>
        <Button variant="default" onClick={() => sayDone(words.saved)}>
          {words.save}
        </Button>
        <Button variant="default" onClick={() => sayFailure(words.failed)}>
          {words.fail}
        </Button>
      </Group>
      <Text size="sm">{isThere ? "Lodwar" : "—"}</Text>
      <Notifications position="bottom-left" limit={3} containerWidth={360} />
    </>
  );
}

export const stories: readonly Story[] = [{ name: "toast", room: "wide", states: { "said on request": Example } }];
