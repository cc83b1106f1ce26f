import { useTranslation } from "react-i18next";

import { Dialog } from "../../ui/dialog.tsx";
import { WorksOf } from "./works-of.tsx";

interface Props {
  container: { containerId: string; name: string; zoneName: string };
  onClose: () => void;
}

/** Works that go on at a container, to be ended or to last longer: others cannot begin there before. */
export function WorksGoingOn({ container, onClose }: Props) {
  const { t } = useTranslation("works");
  return (
    <Dialog title={t("goingOn", { container: container.name })} onClose={onClose}>
      <WorksOf container={container} isOpenOnly />
    </Dialog>
  );
}
