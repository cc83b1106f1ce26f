import { Button } from "@mantine/core";

import type { Story } from "../testing/story.tsx";
import { useWords } from "../testing/story-words.ts";
import { Hint } from "./hint.tsx";

function Example() {
  const words = useWords();
  return (
    <Hint label={words.consequence} events={{ hover: true, focus: true, touch: true }} multiline maw={260}>
      <Button variant="default">{words.remove}</Button>
    </Hint>
  );
}

export const stories: readonly Story[] = [{ name: "hint", room: "inline", states: { "beside a button": Example } }];
