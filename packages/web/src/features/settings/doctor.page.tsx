import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { Async } from "../../ui/async.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { DoctorFindings } from "./doctor-findings.tsx";
import { useDoctorLook } from "./settings.data.ts";

/** Whether the portal has what it needs on its server, and what to do where it does not. */
export function DoctorPage() {
  const { t } = useTranslation(["doctor", "shared"]);
  const look = useDoctorLook();
  return (
    <>
      <PageHeader
        title={t("shared:screen.doctor")}
        context={t("context")}
        action={
          <Button loading={look.isFetching} onClick={() => void look.refetch()}>
            {t("again")}
          </Button>
        }
      />
      <Async of={look} height={480} isEmpty={() => false}>
        {(seen) => <DoctorFindings look={seen} isLooking={look.isFetching} />}
      </Async>
    </>
  );
}
