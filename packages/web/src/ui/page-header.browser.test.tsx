import { Button } from "@mantine/core";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { render } from "../testing/render.tsx";
import { PageHeader } from "./page-header.tsx";

test("actions that are wider together than a phone stand below each other, all of them in view", async () => {
  const action = (
    <div className="og-wrap">
      <Button>Commuter plusieurs conteneurs</Button>
      <Button>Exporter en CSV</Button>
    </div>
  );
  await render(() => <PageHeader title="Commandes" action={action} />, {
    language: "fr",
    colorScheme: "light",
    width: 400,
  });
  const last = page.getByRole("button", { name: "Exporter en CSV" });
  await expect.element(last).toBeVisible();
  expect(last.element().getBoundingClientRect().right).toBeLessThanOrEqual(400);
});
