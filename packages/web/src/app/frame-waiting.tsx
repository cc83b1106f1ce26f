import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** In the place of every screen until it is known who is signed in: on a slow link a page without a word looks broken. */
export function FrameWaiting() {
  const { t } = useTranslation();
  return (
    <div className="og-ground" style={{ minHeight: "100dvh" }} aria-busy>
      <div style={{ height: "3.5rem", borderBottom: "1px solid var(--og-border)" }} />
      <div className="og-stack" style={{ padding: 16, maxWidth: 960, marginInline: "auto" }}>
        <p role="status" className="og-note">
          {t("waiting")}
        </p>
        <Skeleton height={32} width="40%" radius={8} />
        <Skeleton height={96} radius={10} />
        <Skeleton height={320} radius={10} />
      </div>
    </div>
  );
}
