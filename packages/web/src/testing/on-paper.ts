import { onTestFinished } from "vitest";
import { cdp } from "vitest/browser";

/** Lays the page out for paper, until the end of the test. */
export async function putOnPaper(): Promise<void> {
  onTestFinished(() => emulate(""));
  await emulate("print");
}

async function emulate(media: "print" | ""): Promise<void> {
  const browser = cdp() as { send?: (command: string, values: object) => Promise<unknown> };
  await browser.send!("Emulation.setEmulatedMedia", { media });
}
