import { useTranslation } from "react-i18next";

import { useCurrentUser } from "../../core/can/current-user.ts";
import { Async, quiet } from "../../ui/async.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { endWorks, extendWorks, useMayAnnounceWorks, useWorks } from "./works.data.ts";
import { WorksLines } from "./works-lines.tsx";

interface Props {
  container: { containerId: string; name: string; zoneName: string };
  onClose: () => void;
}

/** Works that go on at a container, to be ended or to last longer: others cannot begin there before. */
export function WorksGoingOn({ container: { containerId, name, zoneName }, onClose }: Props) {
  const { t } = useTranslation("works");
  const works = useWorks(containerId);
  const userId = useCurrentUser()?.id;
  const mayChange = useMayAnnounceWorks();
  return (
    <Dialog title={t("goingOn", { container: name })} onClose={onClose}>
      <Async of={quiet(works)} height={80}>
        {(data) => (
          <WorksLines
            works={data.filter(({ endedAt }) => endedAt === null)}
            container={name}
            zone={zoneName}
            userId={userId}
            mayChange={mayChange}
            onExtend={extendWorks}
            onEnd={endWorks}
          />
        )}
      </Async>
    </Dialog>
  );
}
