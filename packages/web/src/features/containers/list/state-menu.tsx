import { Popover } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { ListQuery } from "../list-choices.ts";
import { AllCount, StateButton, StateCount, type StatesProps, statesOf } from "./state-button.tsx";
import { useOpenAtOnce } from "./use-open-at-once.ts";
import styles from "./view-menu.module.css";

export interface StateMenuProps extends StatesProps {
  query: ListQuery;
  onChange: (query: ListQuery) => void;
}

/** The states that containers are in, to choose one of energy and one of the link from: the chosen one is left by pressing it again. */
export function StateMenu({ query, counts, total, onChange }: StateMenuProps) {
  const { t } = useTranslation("containers");
  const { isOpen, setOpen, attach } = useOpenAtOnce();
  const { energies, links } = statesOf({ query, counts });
  const { energy: chosenEnergy, status: chosenLink, ...others } = query;
  const energy = chosenEnergy && { energy: chosenEnergy };
  const status = chosenLink && { status: chosenLink };
  const choose = (next: ListQuery) => {
    setOpen(false);
    onChange({ ...others, ...next });
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" trapFocus withinPortal returnFocus>
      <Popover.Target>
        <StateButton ref={attach} {...{ query, counts, total }} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t("filter")} className="og-close-stack" miw={260}>
        <Choice isOn={!energy && !status} onChoose={() => choose({})}>
          <AllCount total={total} />
        </Choice>
        <fieldset className="og-plain-group og-words" aria-label={t("filterEnergy")}>
          {energies.map((one) => (
            <Choice
              key={one}
              isOn={one === chosenEnergy}
              onChoose={() => choose(one === chosenEnergy ? { ...status } : { ...status, energy: one })}
            >
              <StateCount state={one} counts={counts} />
            </Choice>
          ))}
        </fieldset>
        <fieldset className="og-plain-group og-words" aria-label={t("filter")}>
          {links.map((one) => (
            <Choice
              key={one}
              isOn={one === chosenLink}
              onChoose={() => choose(one === chosenLink ? { ...energy } : { ...energy, status: one })}
            >
              <StateCount state={one} counts={counts} />
            </Choice>
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}

function Choice({ isOn, onChoose, children }: { isOn: boolean; onChoose: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.apply} aria-pressed={isOn} onClick={onChoose}>
      {children}
    </button>
  );
}
