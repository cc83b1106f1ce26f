/** Asks the person to prove again who they are. @returns Whether they did. */
type Asker = () => Promise<boolean>;

let asker: Asker | undefined;
let asking: Promise<boolean> | undefined;

/** The part of the page that asks, while it is shown: the layout of signed-in people. */
export function onConfirmNeeded(ask: Asker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = undefined;
  };
}

/** Asks once for all calls that wait for it at the same time. @returns false where nobody can be asked. */
export function askToConfirm(): Promise<boolean> {
  asking ??= (asker?.() ?? Promise.resolve(false)).finally(() => (asking = undefined));
  return asking;
}
