import { useState } from "react";

import type { Story } from "../../testing/story.tsx";
import { FavoriteStar } from "./favorite-star.tsx";

function Example({ first }: { first: boolean }) {
  const [isFavorite, setIsFavorite] = useState(first);
  return <FavoriteStar name="Lodwar" isFavorite={isFavorite} onToggle={() => setIsFavorite(!isFavorite)} />;
}

export const stories: readonly Story[] = [
  {
    name: "favorite-star",
    room: "inline",
    states: { marked: () => <Example first />, unmarked: () => <Example first={false} /> },
  },
];
