import { type ReactNode, createContext, useContext } from "react";

const InsideMain = createContext(false);

/** The main part of a layout: what is drawn inside knows that the page has its `<main>`. */
export function InMain({ children }: { children: ReactNode }) {
  return <InsideMain value={true}>{children}</InsideMain>;
}

/** Whether a page has nothing around it: neither bar nor menu says whose it is. */
export function useIsAlone(): boolean {
  return !useContext(InsideMain);
}

/** A page that stands alone or inside a layout: it is the `<main>` only where there is none yet. */
export function PageFrame({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return useIsAlone() ? <main className={className}>{children}</main> : <div className={className}>{children}</div>;
}
