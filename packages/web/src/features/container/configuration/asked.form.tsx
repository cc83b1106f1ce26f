import { type ReactNode, type SubmitEvent, useState } from "react";

import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { FormFoot } from "../../../ui/form-foot.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { type DraftSource, type Seen, useSettingDraft } from "./setting-draft.ts";

interface AskedSource<Draft, Setting, Faults> extends DraftSource<Draft> {
  /** What is filled in means this setting, or is wrong by field. */
  read: (draft: Draft) => { setting: Setting } | { wrong: Faults };
  /** What is still said to be wrong after these fields were changed; left out: nothing. */
  stillWrong?: (wrong: Partial<NoInfer<Faults>>, changes: Partial<Draft>) => Partial<NoInfer<Faults>>;
  /** @param seen What the change was made of. */
  onSave: (setting: Setting, seen: Seen) => Promise<unknown>;
}

/** What is filled in of a setting that is asked about before it is saved. */
export function useAskedDraft<Draft extends object, Setting, Faults extends object>(
  source: AskedSource<Draft, Setting, Faults>,
) {
  const { read, stillWrong, onSave } = source;
  const { draft, isDirty, ...mine } = useSettingDraft(source);
  const [wrong, setWrong] = useState<Partial<Faults>>({});
  const [asked, setAsked] = useState<Setting>();
  const save = useAct((wanted: Setting) => mine.save((made) => onSave(wanted, made)));
  const found = read(draft);
  const typed = "setting" in found ? found.setting : undefined;
  return {
    draft,
    isDirty,
    wrong,
    save,
    /** What it means; undefined: as it is filled in, nothing. */
    typed,
    asked,
    change: (changes: Partial<Draft>) => {
      mine.change({ ...draft, ...changes });
      setWrong(stillWrong?.(wrong, changes) ?? {});
      save.forget();
    },
    submit: (event: SubmitEvent) => {
      event.preventDefault();
      setWrong("wrong" in found ? found.wrong : {});
      setAsked(typed);
    },
    cancel: () => setAsked(undefined),
    confirm: async (wanted: Setting) => {
      await save.run(wanted);
      setAsked(undefined);
    },
  };
}

interface AskedFormProps<Setting> {
  form: Pick<
    ReturnType<typeof useAskedDraft<object, Setting, object>>,
    "asked" | "isDirty" | "save" | "submit" | "cancel" | "confirm"
  >;
  words: { save: string; saved: string; question: string };
  /** Nothing can be saved now, and why. */
  obstacle: string | undefined;
  /** What the setting does, and what saving it does now, in sentences. */
  meaning: (setting: Setting) => readonly string[];
  children: ReactNode;
}

/** The frame of such a form: its fields, why nothing can be saved, its button, and the question. */
export function AskedForm<Setting>({ form, words, obstacle, meaning, children }: AskedFormProps<Setting>) {
  const { asked, isDirty, save } = form;
  return (
    <form className="og-stack og-mid" noValidate onSubmit={form.submit}>
      {children}
      {obstacle !== undefined && <p className="og-note">{obstacle}</p>}
      <FormFoot
        send={words.save}
        done={words.saved}
        isDisabled={!isDirty || obstacle !== undefined}
        form={{ isDirty, isSending: save.isRunning, isDone: save.isDone && !isDirty, error: save.error }}
      />
      {asked !== undefined && (
        <ConfirmDialog
          title={words.question}
          confirm={words.save}
          isRunning={save.isRunning}
          onConfirm={() => void form.confirm(asked)}
          onClose={form.cancel}
        >
          {meaning(asked).join(" ")}
        </ConfirmDialog>
      )}
    </form>
  );
}
