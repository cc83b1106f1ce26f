import { type ReactNode, createContext, useContext } from "react";

const InsideMain = createContext(false);

/** The main part of a layout: what is drawn inside knows that the page has its `<main>`. */
export function InMain({ children }: { children: ReactNode }) {
  return <InsideMain value={true}>{children}</InsideMain>;
}

/** A page that stands alone or inside a layout: it is the `<main>` only where there is none yet. */
export function PageFrame({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return useContext(InsideMain) ? (
    <div className={className}>{children}</div>
  ) : (
    <main className={className}>{children}</main>
  );
}
