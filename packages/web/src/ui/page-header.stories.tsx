import { Button } from "@mantine/core";

import type { Story } from "../testing/story.tsx";
import { useWords } from "../testing/story-words.ts";
import { PageHeader } from "./page-header.tsx";

function Full() {
  const words = useWords();
  return <PageHeader title={words.longName} context={words.why} action={<Button>{words.add}</Button>} />;
}

export const stories: readonly Story[] = [{ name: "page-header", room: "wide", states: { full: Full } }];
