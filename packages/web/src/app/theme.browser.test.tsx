import { Button } from "@mantine/core";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { expectAccessible } from "../testing/good-part.ts";
import { looks, render } from "../testing/render.tsx";

const variants = ["filled", "outline", "subtle", "light"] as const;

test.for(looks.slice(0, 2))("a button is legible while it is pointed at, in $colorScheme", async (look) => {
  await render(
    () => (
      <>
        <h1>Buttons</h1>
        {variants.flatMap((variant) =>
          ["brand", "red"].map((color) => (
            <Button key={`${variant} ${color}`} variant={variant} color={color}>
              {`${variant} ${color}`}
            </Button>
          )),
        )}
      </>
    ),
    look,
  );
  for (const button of page.getByRole("button").all()) {
    await button.hover();
    await expect.poll(() => button.element().matches(":hover")).toBe(true);
    await expectAccessible();
  }
});
