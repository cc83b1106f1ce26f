import { useTranslation } from "react-i18next";

import { columns } from "../../ui/columns.ts";
import { Dialog } from "../../ui/dialog.tsx";
import classes from "./palette.module.css";
import { goPlaces } from "./shell-keys.ts";

/** All keys of the portal. */
export function KeySheet({ isThere, onClose }: { isThere: (path: string) => boolean; onClose: () => void }) {
  const { t } = useTranslation("shell");
  const groups = useGroups(isThere);
  return (
    <Dialog onClose={onClose} title={t("keys.title")} size="lg">
      <div className="og-grid og-after-most" style={columns(240, { gap: "20px 32px", isFilled: true })}>
        {groups.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <h3 className="og-title">{title}</h3>
            <dl className="og-pairs og-close-stack og-before">
              {keys.map(([pressed, does]) => (
                <div key={pressed.join(" ")}>
                  <dt>{does}</dt>
                  <dd>
                    {pressed.map((one) => (
                      <kbd key={one} className={classes.key}>
                        {one}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="og-note">{t("keys.off")}</p>
    </Dialog>
  );
}

/** Keys and what they do, by where they work. */
function useGroups(isThere: (path: string) => boolean) {
  const { t } = useTranslation(["shell", "shared"]);
  const going = Object.entries(goPlaces).filter(([, { path }]) => isThere(path));
  return [
    {
      title: t("keys.everywhere"),
      keys: [
        [["Ctrl", "K"], t("keys.palette")],
        [["/"], t("keys.search")],
        [["?"], t("keys.sheet")],
        [["Esc"], t("keys.close")],
      ],
    },
    {
      title: t("keys.go"),
      keys: going.map(([letter, { screen }]) => [["g", letter], t(`shared:screen.${screen}`)] as const),
    },
    {
      title: t("keys.container"),
      keys: [
        [["1", "…", "9"], t("keys.tab")],
        [["n"], t("keys.next")],
        [["p"], t("keys.previous")],
      ],
    },
    {
      title: t("keys.list"),
      keys: [
        [["j", "k"], t("keys.move")],
        [["Enter"], t("keys.open")],
        [["x"], t("keys.select")],
        [["f"], t("keys.favorite")],
      ],
    },
  ] as const;
}
