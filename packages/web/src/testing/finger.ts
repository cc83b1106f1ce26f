import { onTestFinished } from "vitest";
import { cdp } from "vitest/browser";

/**
 * A finger, whose taps the browser takes for those of a real one, with the mouse events that it sends after them. It is there
 * until the end of the test.
 */
export async function withFinger(): Promise<{ tap: (element: Element) => Promise<void> }> {
  const browser = cdp() as { send?: (command: string, values: object) => Promise<unknown> };
  const send = browser.send!.bind(browser);
  onTestFinished(async () => void (await send("Emulation.setTouchEmulationEnabled", { enabled: false })));
  await send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 1 });
  return {
    /** Its middle is tapped. */
    tap: async (element) => {
      const { x, y } = middleInPage(element);
      await send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
      await send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    },
  };
}

/** Fingers touch the page of the runner, of which what is tested is a part that may be drawn smaller. */
function middleInPage(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  const frame = window.frameElement?.getBoundingClientRect();
  const scale = frame ? frame.width / window.innerWidth : 1;
  return { x: (frame?.left ?? 0) + (left + width / 2) * scale, y: (frame?.top ?? 0) + (top + height / 2) * scale };
}
