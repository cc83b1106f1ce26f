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
    rememberLetters();
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

let letters = "";
let release: (() => void) | undefined;

/** From the key for the palette until its field has the focus, what is typed is kept for it: its code may still be on its way. */
export function rememberLetters(): void {
  if (release) return;
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const isLetter = key.length === 1;
    if (ctrlKey || metaKey || altKey || !(isLetter || key === "Backspace")) return;
    event.preventDefault();
    event.stopPropagation();
    letters = isLetter ? letters + key : letters.slice(0, -1);
  };
  document.addEventListener("keydown", onKey, { capture: true });
  release = () => document.removeEventListener("keydown", onKey, { capture: true });
}

/** What was typed since then. From now on keys are those of the field, or of the screen where the palette was given up. */
export function takeLetters(): string {
  release?.();
  release = undefined;
  const typed = letters;
  letters = "";
  return typed;
}
