import { describe, test } from "vitest";

import { expectAccessible, expectFittingWords } from "../testing/good-part.ts";
import { axeLooks, looks, renderStory } from "../testing/render.tsx";
import { allStories } from "./stories.ts";

for (const look of looks) {
  describe(`in ${look.language}, ${look.colorScheme}, ${look.width} px`, () => {
    const hasAxe = axeLooks.has(look);
    const promise = hasAxe ? "is accessible, fits and speaks the language" : "fits and speaks the language";
    test.for(allStories)(`every state of $name ${promise}`, async (story) => {
      await renderStory(story, look);
      if (hasAxe) await expectAccessible();
      await expectFittingWords();
    });
  });
}
