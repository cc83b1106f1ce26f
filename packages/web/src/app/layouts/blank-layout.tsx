import { Outlet } from "@tanstack/react-router";

import { InMain } from "../../core/page-frame.tsx";
import { useScreen } from "../../core/screen.ts";
import { usePrinting } from "../../ui/use-printing.ts";
import { LanguageSelect } from "../shell/language-select.tsx";
import { usePaperColors } from "../shell/paper-colors.ts";
import classes from "./blank-layout.module.css";

/** A card in the middle and the choice of language: sign-in and the like, and wider what a link shows. */
export function BlankLayout() {
  const isWide = useScreen() === "shared_chart";
  usePaperColors();
  const isPrinting = usePrinting() !== undefined;
  return (
    <div className={classes.page}>
      <main className={`og-words og-wide og-rest ${isPrinting ? "" : "og-center"}`}>
        <div className={classes.card} style={isWide ? { maxWidth: 1120 } : undefined}>
          <InMain>
            <Outlet />
          </InMain>
        </div>
      </main>
      <footer className="og-no-print">
        <LanguageSelect />
      </footer>
    </div>
  );
}
