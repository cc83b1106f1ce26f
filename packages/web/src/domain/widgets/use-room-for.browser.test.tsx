import { expect, test } from "vitest";

import { render } from "../../testing/render.tsx";
import { useRoomFor } from "./use-room-for.ts";

function Drawing({ heightPx, wordsPx }: { heightPx: number; wordsPx: number }) {
  const { frame, roomPx } = useRoomFor(heightPx, { usualPx: 60, leastPx: 100 });
  return (
    <div ref={frame} data-frame>
      <div style={{ height: roomPx }} />
      <div data-words style={{ height: wordsPx }} />
    </div>
  );
}
const heightPx = () => document.querySelector<HTMLElement>("[data-frame]")!.offsetHeight;

test("a drawing leaves room for the words around it, however many lines they take, and is never too low to be read", async () => {
  await render(() => <Drawing heightPx={300} wordsPx={90} />);
  await expect.poll(heightPx).toBe(300);
  document.querySelector<HTMLElement>("[data-words]")!.style.height = "140px";
  await expect.poll(heightPx).toBe(300);
  document.querySelector<HTMLElement>("[data-words]")!.style.height = "250px";
  await expect.poll(heightPx).toBe(350);
});
