import type { ComponentProps } from "react";

import { useUnreadNotices } from "../../domain/notifications/unread-notices.data.ts";
import { useEventText } from "../../domain/notifications/use-event-text.ts";
import { Bell, type BellProps } from "./bell.tsx";
import { HelpMenu } from "./help-menu.tsx";
import { UserMenu } from "./user-menu.tsx";

interface Props {
  bell: Omit<BellProps, "notices">;
  onAbout: () => void;
  user: ComponentProps<typeof UserMenu>;
}

/** The menus of the top bar, which share the library that opens them. */
export function HeaderMenus({ bell, onAbout, user }: Props) {
  const { personal } = useUnreadNotices(typeof bell.unread.warnings === "number" && bell.unread.warnings > 0);
  const textOf = useEventText();
  const notices = personal.map((one) => ({ id: one.id, text: textOf(one) }));
  return (
    <>
      <Bell {...bell} notices={notices} />
      <HelpMenu onAbout={onAbout} />
      <UserMenu {...user} />
    </>
  );
}
