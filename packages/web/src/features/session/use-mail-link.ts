import { useEffect, useState } from "react";

import { type MailLink, mailLinkOf } from "./mail-link.ts";

/**
 * The link that the page was opened with, and any that is opened in its place: of one that differs behind the `#` alone
 * the browser loads nothing again. Give its `key` to the part that follows the link, so that it begins again.
 */
export function useMailLink(): { link: MailLink; key: string } {
  const [hash, setHash] = useState(() => location.hash);
  useEffect(() => {
    const change = () => {
      // Other places of the page are no links of mails.
      if (/^#(token|setup)=/.test(location.hash)) setHash(location.hash);
    };
    window.addEventListener("hashchange", change);
    return () => window.removeEventListener("hashchange", change);
  }, []);
  return { link: mailLinkOf(hash), key: hash };
}
