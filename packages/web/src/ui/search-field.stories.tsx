import { useState } from "react";

import type { Story } from "../testing/story.tsx";
import { useWords } from "../testing/story-words.ts";
import { SearchField } from "./search-field.tsx";

function Example({ first }: { first: string }) {
  const words = useWords();
  const [text, setText] = useState(first);
  return (
    <>
      <SearchField label={words.find} clearLabel={words.clear} text={text} onText={setText} />
      <output>{text}</output>
    </>
  );
}

export const stories: readonly Story[] = [
  { name: "search-field", states: { empty: () => <Example first="" />, filled: () => <Example first="Lodwar" /> } },
];
