/** What of a key tells whether it asks for the palette. */
type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/** Ctrl+K, or Cmd+K. */
export function isPaletteKey({ key, ctrlKey, metaKey, altKey }: Pressed): boolean {
  return (ctrlKey || metaKey) && !altKey && key.toLowerCase() === "k";
}

let isAsked = false;
let stop: (() => void) | undefined;

/** Until the code of the header is there, its key is remembered, so that who is quick does not press it in vain. */
export function rememberPaletteKey(): void {
  const onKey = (event: KeyboardEvent) => {
    if (!isPaletteKey(event)) return;
    event.preventDefault();
    isAsked = true;
  };
  document.addEventListener("keydown", onKey);
  stop = () => document.removeEventListener("keydown", onKey);
}

/** Was the palette asked for before the header was there? From now on the header listens itself. */
export function takePaletteKey(): boolean {
  stop?.();
  stop = undefined;
  const wasAsked = isAsked;
  isAsked = false;
  return wasAsked;
}
