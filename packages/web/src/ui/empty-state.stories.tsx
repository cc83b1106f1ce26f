import { Button } from "@mantine/core";
import { IconSun } from "@tabler/icons-react";

import type { Story } from "../testing/story.tsx";
import { useWords } from "../testing/story-words.ts";
import { EmptyState } from "./empty-state.tsx";

function Full() {
  const words = useWords();
  return (
    <EmptyState
      title={words.nothing}
      why={words.why}
      icon={<IconSun size={32} />}
      action={<Button>{words.add}</Button>}
    />
  );
}

function TitleOnly() {
  return <EmptyState title={useWords().nothing} />;
}

export const stories: readonly Story[] = [{ name: "empty-state", states: { full: Full, "title only": TitleOnly } }];
