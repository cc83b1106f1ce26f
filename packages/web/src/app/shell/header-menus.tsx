import type { ComponentProps } from "react";

import { Bell, type BellProps } from "./bell.tsx";
import { HelpMenu } from "./help-menu.tsx";
import { UserMenu } from "./user-menu.tsx";

interface Props {
  bell: BellProps;
  onAbout: () => void;
  user: ComponentProps<typeof UserMenu>;
}

/** The menus of the top bar, which share the library that opens them. */
export function HeaderMenus({ bell, onAbout, user }: Props) {
  return (
    <>
      <Bell {...bell} />
      <HelpMenu onAbout={onAbout} />
      <UserMenu {...user} />
    </>
  );
}
