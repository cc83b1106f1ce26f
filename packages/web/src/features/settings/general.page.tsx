import { Anchor } from "@mantine/core";
import { Link, useSearch } from "@tanstack/react-router";
import { lazy } from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../../core/chunk.ts";
import { useTick } from "../../core/live/tick.ts";
import { Async, quiet } from "../../ui/async.tsx";
import layout from "../../ui/form-layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { LaterPart } from "../../ui/later-part.tsx";
import { PortalHealthCards } from "./portal-health.tsx";
import { useFoundField } from "./use-found-field.ts";
import {
  saveLogo,
  saveSettings,
  saveSending,
  testService,
  usePortalHealth,
  usePortalSettings,
  useSendingServices,
} from "./settings.data.ts";

/** Forms are large, and how the portal is comes first to whoever looks because something is wrong. */
const SettingForms = lazy(() =>
  loadChunk(() => import("./setting-forms.tsx")).then((part) => ({ default: part.SettingForms })),
);

const SendingForms = lazy(() =>
  loadChunk(() => import("./sending-forms.tsx")).then((part) => ({ default: part.SendingForms })),
);

/** What changes something here, in the audit. */
const changes = "savePortalSetting,savePortalLogo,saveSendingService,portalServiceTest";

/** Settings of the whole portal, and how it is. */
export function GeneralPage() {
  const { t } = useTranslation(["settings", "shared"]);
  const settings = usePortalSettings();
  const health = usePortalHealth();
  const sending = useSendingServices();
  const now = useTick();
  useFoundField(useSearch({ from: "/main/settings/general" }).at);
  return (
    <>
      <PageHeader
        title={t("shared:screen.general")}
        context={
          <>
            {t("generalContext")}{" "}
            <Anchor renderRoot={(props) => <Link to="/users/audit" search={{ action: changes }} {...props} />}>
              {t("whoChanged")}
            </Anchor>{" "}
            <Anchor renderRoot={(props) => <Link to="/settings" search={{}} {...props} />}>
              {t("shared:screen.all_settings")}
            </Anchor>
          </>
        }
      />
      <div className={layout.columns}>
        <div className="og-stack og-words">
          <Async of={settings} height={720} isEmpty={() => false}>
            {(answer) => (
              <LaterPart height={720}>
                <SettingForms settings={answer} onSave={saveSettings} onLogo={saveLogo} />
              </LaterPart>
            )}
          </Async>
        </div>
        <div className="og-stack og-words">
          <Async of={quiet(health)} height={560} isEmpty={() => false}>
            {(found) => <PortalHealthCards health={found} now={now} />}
          </Async>
          <Async of={sending} height={720} isEmpty={() => false}>
            {(services) => (
              <LaterPart height={720}>
                <SendingForms services={services} now={now} onSave={saveSending} onTest={testService} />
              </LaterPart>
            )}
          </Async>
        </div>
      </div>
    </>
  );
}
