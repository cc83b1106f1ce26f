import { useState } from "react";

import type { Story } from "../../testing/story.tsx";
import { useWords } from "../../testing/story-words.ts";
import { PersonAvatar } from "./person-avatar.tsx";
import { PersonSelect } from "./person-select.tsx";

const people = [
  { id: "1", firstName: "Amina", lastName: "Otieno", email: "amina@example.org" },
  { id: "2", firstName: "", lastName: "", email: "bruno@example.org" },
];

function Choice({ first }: { first: string | undefined }) {
  const words = useWords();
  const [person, setPerson] = useState(first);
  return <PersonSelect label={words.find} people={people} value={person} onSearch={() => {}} onChange={setPerson} />;
}

export const stories: readonly Story[] = [
  {
    name: "person-avatar",
    room: "inline",
    states: {
      initials: () => <PersonAvatar picture={undefined} firstName="Amina" lastName="Otieno" size={40} />,
      nameless: () => <PersonAvatar picture={undefined} firstName="" lastName="" size={40} />,
    },
  },
  {
    name: "person-select",
    states: { chosen: () => <Choice first="1" />, nobody: () => <Choice first={undefined} /> },
  },
];
