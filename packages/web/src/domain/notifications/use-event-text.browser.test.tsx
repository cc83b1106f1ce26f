import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { render } from "../../testing/render.tsx";
import { fakeNotification } from "./notification.fake.ts";
import { useEventText } from "./use-event-text.ts";

function Text({ code, device }: { code: string; device: string }) {
  return <p>{useEventText()(fakeNotification({ code, device }))}</p>;
}

test("what an event is about is named once: not again where its words name it", async () => {
  await loadTexts("event-words", "command-words");
  const shown = page.getByTestId("part");
  await render(() => <Text code="battery.cell_spread" device="battery" />);
  await expect.element(shown).toHaveTextContent(/^The cells of its battery are apart$/);
  await render(() => <Text code="sensor.lost" device="Door" />);
  await expect.element(shown).toHaveTextContent(/^A sensor does not answer: Door$/);
});
