import { Outlet } from "@tanstack/react-router";

import { InMain } from "../../core/page-frame.tsx";
import { LanguageSelect } from "../shell/language-select.tsx";
import classes from "./blank-layout.module.css";

/** A card in the middle and the choice of language: sign-in and the like. */
export function BlankLayout() {
  return (
    <div className={classes.page}>
      <main className="og-words og-center og-wide og-rest">
        <div className={classes.card}>
          <InMain>
            <Outlet />
          </InMain>
        </div>
      </main>
      <footer>
        <LanguageSelect />
      </footer>
    </div>
  );
}
