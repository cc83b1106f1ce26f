import type { ComponentProps } from "react";

import { HelpMenu } from "./help-menu.tsx";
import { UserMenu } from "./user-menu.tsx";

/** The two menus of the top bar, which share the library that opens them. */
export function HeaderMenus({ onAbout, user }: { onAbout: () => void; user: ComponentProps<typeof UserMenu> }) {
  return (
    <>
      <HelpMenu onAbout={onAbout} />
      <UserMenu {...user} />
    </>
  );
}
